package dev.penstock.benchmarks.crash;

import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Rest;
import dev.penstock.benchmarks.client.Server;
import java.util.ArrayList;
import java.util.List;

/**
 * Bursts of small load jobs, submitted without waiting for their end. After a restart the known
 * ones are those whose row is there; all of a burst are submitted again, as a client does that got
 * no answer, and each row is there once.
 */
final class SubmitWork implements Work {
  private static final String TABLE = "submitted";
  private static final int BURST = 8;
  private static final int CONFLICT = 409;

  private boolean created;
  private int bursts;
  private boolean pending;

  @Override
  public String name() {
    return "submit jobs";
  }

  @Override
  public void prepare(Server server) throws GoneException, InterruptedException {
    if (!created) {
      created = true;
      server.rest().createTable(TABLE, false, "id:INT64", "step:INT64");
    }
  }

  @Override
  public void run(Server server, Runnable acknowledged) throws GoneException, InterruptedException {
    Rest rest = server.rest();
    while (true) {
      bursts++;
      pending = true;
      for (String id : ids()) {
        int status = submit(rest, id);
        if (status != 200) {
          throw new IllegalStateException(id + " was refused with " + status);
        }
      }
      for (String id : ids()) {
        JobCalls.await(rest, id);
      }
      pending = false;
      acknowledged.run();
    }
  }

  private List<String> ids() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < BURST; i++) {
      ids.add("burst_" + bursts + "_" + i);
    }
    return ids;
  }

  private int submit(Rest rest, String id) throws GoneException, InterruptedException {
    int number = Integer.parseInt(id.substring(id.lastIndexOf('_') + 1));
    String row = "{\"id\":" + number + ",\"step\":" + bursts + "}\n";
    return rest.upload(JobCalls.load(id, TABLE, "WRITE_APPEND"), row).status();
  }

  @Override
  public List<String> check(Server server) throws GoneException, InterruptedException {
    Rest rest = server.rest();
    List<String> faults = new ArrayList<>();
    List<String> rows = rest.rows(TABLE);
    List<String> expected = expected(bursts - 1);
    List<String> ids = bursts == 0 ? List.of() : ids();
    for (int i = 0; i < ids.size(); i++) {
      boolean known = JobCalls.isKnown(rest, ids.get(i));
      if (known) {
        expected.add(i + "|" + bursts);
      } else if (!pending) {
        faults.add(ids.get(i) + " had ended and is forgotten");
      }
      int again = submit(rest, ids.get(i));
      if (again != (known ? CONFLICT : 200)) {
        faults.add(ids.get(i) + " was taken again with " + again);
      }
    }
    expected.sort(null);
    faults.addAll(Difference.of(name() + ", known ones", expected, rows));
    for (String id : ids) {
      JobCalls.await(rest, id);
    }
    pending = false;
    List<String> all = expected(bursts);
    all.sort(null);
    faults.addAll(Difference.of(name() + ", submitted again", all, rest.rows(TABLE)));
    return faults;
  }

  private static List<String> expected(int bursts) {
    List<String> rows = new ArrayList<>();
    for (int burst = 1; burst <= bursts; burst++) {
      for (int i = 0; i < BURST; i++) {
        rows.add(i + "|" + burst);
      }
    }
    return rows;
  }
}
