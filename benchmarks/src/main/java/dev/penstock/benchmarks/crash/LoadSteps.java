package dev.penstock.benchmarks.crash;

import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Rest;
import dev.penstock.benchmarks.client.Rest.Answer;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Load jobs that replace the rows of a table and add to them in turn. Immutable. */
final class LoadSteps implements JobSteps {
  private static final int ROWS = 2_000;

  @Override
  public String name() {
    return "load";
  }

  @Override
  public String table() {
    return "loaded";
  }

  @Override
  public void prepare(Rest rest) throws GoneException, InterruptedException {
    rest.createTable(table(), false, "id:INT64", "step:INT64");
  }

  @Override
  public Answer submit(Rest rest, String id, int step) throws GoneException, InterruptedException {
    String disposition = step % 2 == 0 ? "WRITE_TRUNCATE" : "WRITE_APPEND";
    return rest.upload(JobCalls.load(id, table(), disposition), JobCalls.lines(ROWS, step));
  }

  @Override
  public List<String> rows(int step) {
    return IntStream.rangeClosed(Math.max(1, step - step % 2), step)
        .boxed()
        .flatMap(each -> lines(each))
        .sorted()
        .toList();
  }

  private static Stream<String> lines(int step) {
    return IntStream.range(0, ROWS).mapToObj(id -> id + "|" + step);
  }
}
