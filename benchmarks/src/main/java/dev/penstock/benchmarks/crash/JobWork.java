package dev.penstock.benchmarks.crash;

import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Rest;
import dev.penstock.benchmarks.client.Rest.Answer;
import dev.penstock.benchmarks.client.Server;
import java.util.ArrayList;
import java.util.List;

/**
 * One job after the other. After a restart a job that ended is known and its rows are there; one
 * that did not is unknown and nothing of it is there; the id of a known one is taken.
 */
final class JobWork implements Work {
  private static final int CONFLICT = 409;

  private final JobSteps steps;
  private boolean created;
  private int sent;
  private int done;

  JobWork(JobSteps steps) {
    this.steps = steps;
  }

  @Override
  public String name() {
    return steps.name();
  }

  private String id(int step) {
    return steps.table() + "_" + step;
  }

  @Override
  public void prepare(Server server) throws GoneException, InterruptedException {
    if (!created) {
      created = true;
      steps.prepare(server.rest());
    }
  }

  @Override
  public void run(Server server, Runnable acknowledged) throws GoneException, InterruptedException {
    while (true) {
      sent = done + 1;
      Answer answer = steps.submit(server.rest(), id(sent), sent);
      if (answer.status() != 200) {
        throw new IllegalStateException(id(sent) + " was refused: " + answer);
      }
      JobCalls.await(server.rest(), id(sent));
      done = sent;
      acknowledged.run();
    }
  }

  @Override
  public List<String> check(Server server) throws GoneException, InterruptedException {
    Rest rest = server.rest();
    List<String> faults = new ArrayList<>();
    if (done > 0 && !JobCalls.isKnown(rest, id(done))) {
      faults.add(id(done) + " had ended and is forgotten");
    }
    if (sent > done && steps.isDone(rest, id(sent), sent)) {
      done = sent;
    }
    String what = name() + " after step " + done + " of " + sent;
    faults.addAll(Difference.of(what, steps.rows(done), rest.rows(steps.table())));
    if (done > 0 && JobCalls.isKnown(rest, id(done))) {
      int again = steps.submit(rest, id(done), done).status();
      if (again != CONFLICT) {
        faults.add(id(done) + " is known and was taken again with " + again);
      }
    }
    return faults;
  }
}
