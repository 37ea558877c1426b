package dev.penstock.benchmarks.crash;

import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Rest;
import dev.penstock.benchmarks.client.Rest.Answer;
import java.util.List;
import java.util.stream.IntStream;

/** Statements that update every row, and transactions that do so by halves, in turn. Immutable. */
final class UpdateSteps implements JobSteps {
  private static final int ROWS = 500;

  @Override
  public String name() {
    return "DML";
  }

  @Override
  public String table() {
    return "updated";
  }

  @Override
  public void prepare(Rest rest) throws GoneException, InterruptedException {
    rest.createTable(table(), false, "id:INT64", "step:INT64");
    rest.upload(JobCalls.load("first", table(), "WRITE_APPEND"), JobCalls.lines(ROWS, 0));
    JobCalls.await(rest, "first");
  }

  private static boolean isTransaction(int step) {
    return step % 2 == 1;
  }

  @Override
  public Answer submit(Rest rest, String id, int step) throws GoneException, InterruptedException {
    String update = "UPDATE d.updated SET step = " + step + " WHERE ";
    String sql =
        isTransaction(step)
            ? "BEGIN TRANSACTION; %sid < 250; %sid >= 250; COMMIT TRANSACTION;"
                .formatted(update, update)
            : update + "TRUE";
    return rest.call(
        "POST",
        "jobs",
        JobCalls.job(id, "query", "\"useLegacySql\":false,\"query\":\"" + sql + "\""));
  }

  @Override
  public List<String> rows(int step) {
    return IntStream.range(0, ROWS).mapToObj(id -> id + "|" + step).sorted().toList();
  }

  /** A script can die between its commit and its end; then the job of its commit is known. */
  @Override
  public boolean isDone(Rest rest, String id, int step) throws GoneException, InterruptedException {
    return isTransaction(step)
        ? rest.must("GET", "jobs?parentJobId=" + id, "").toString().contains("COMMIT_TRANSACTION")
        : JobCalls.isKnown(rest, id);
  }
}
