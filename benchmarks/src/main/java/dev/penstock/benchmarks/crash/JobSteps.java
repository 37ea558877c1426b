package dev.penstock.benchmarks.crash;

import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Rest;
import dev.penstock.benchmarks.client.Rest.Answer;
import java.util.List;

/** Jobs of one kind, numbered from 1, each of which changes the whole content of one table. */
interface JobSteps {
  String name();

  String table();

  /** Makes the table, empty or as no job left it. */
  void prepare(Rest rest) throws GoneException, InterruptedException;

  /** Submits a job under an id. */
  Answer submit(Rest rest, String id, int step) throws GoneException, InterruptedException;

  /** The rows after a step, after none for 0, in sorted order. */
  List<String> rows(int step);

  /** Whether the job under an id did its work, as a server tells that was killed meanwhile. */
  default boolean isDone(Rest rest, String id, int step)
      throws GoneException, InterruptedException {
    return JobCalls.isKnown(rest, id);
  }
}
