package dev.penstock.benchmarks.crash;

import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Rest;
import dev.penstock.benchmarks.client.Rest.Answer;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Copy jobs that replace a table by one source and add another source in turn. Immutable. */
final class CopySteps implements JobSteps {
  private static final int ROWS = 500;

  @Override
  public String name() {
    return "copy";
  }

  @Override
  public String table() {
    return "copied";
  }

  @Override
  public void prepare(Rest rest) throws GoneException, InterruptedException {
    rest.createTable(table(), false, "id:INT64", "step:INT64");
    // Loaded and not streamed, because copies leave out the streaming buffer.
    for (int source = 0; source < 2; source++) {
      String name = "source" + source;
      rest.createTable(name, false, "id:INT64", "step:INT64");
      rest.upload(JobCalls.load(name, name, "WRITE_APPEND"), JobCalls.lines(ROWS, source));
      JobCalls.await(rest, name);
    }
  }

  @Override
  public Answer submit(Rest rest, String id, int step) throws GoneException, InterruptedException {
    String copy =
        "\"sourceTable\":%s,\"destinationTable\":%s,\"writeDisposition\":\"%s\""
            .formatted(
                JobCalls.table("source" + step % 2),
                JobCalls.table(table()),
                step % 2 == 0 ? "WRITE_TRUNCATE" : "WRITE_APPEND");
    return rest.call("POST", "jobs", JobCalls.job(id, "copy", copy));
  }

  @Override
  public List<String> rows(int step) {
    Stream<String> replaced = step < 2 ? Stream.of() : lines(0);
    Stream<String> added = step % 2 == 0 ? Stream.of() : lines(1);
    return Stream.concat(replaced, added).sorted().toList();
  }

  private static Stream<String> lines(int source) {
    return IntStream.range(0, ROWS).mapToObj(id -> id + "|" + source);
  }
}
