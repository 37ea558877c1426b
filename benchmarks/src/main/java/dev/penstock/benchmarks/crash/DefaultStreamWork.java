package dev.penstock.benchmarks.crash;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import dev.penstock.benchmarks.client.Appends;
import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Server;
import dev.penstock.benchmarks.client.WireRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Requests of five rows to the default stream of a table, several in flight. Those that are there
 * are the first ones sent, whole and once, and no acknowledged one is missing.
 */
final class DefaultStreamWork implements Work {
  private static final DescriptorProto SCHEMA = WireRow.schema("request:INT64", "part:INT64");
  private static final int PARTS = 5;
  private static final int IN_FLIGHT = 8;
  private static final long MAX_REQUESTS = 5_000;

  private int tables;
  private long sent;
  private long acknowledged;

  @Override
  public String name() {
    return "append to the default stream";
  }

  private String table() {
    return "appended" + tables;
  }

  @Override
  public void prepare(Server server) throws GoneException, InterruptedException {
    if (tables == 0 || acknowledged > MAX_REQUESTS) {
      tables++;
      sent = 0;
      acknowledged = 0;
      server.rest().createTable(table(), false, "request:INT64", "part:INT64");
    }
  }

  @Override
  public void run(Server server, Runnable onAcknowledged)
      throws GoneException, InterruptedException {
    Appends appends = new Appends(server.channel(), Appends.defaultStream(table()), SCHEMA);
    while (true) {
      while (sent - acknowledged < IN_FLIGHT) {
        long request = sent++;
        appends.send(
            null,
            List.of(
                WireRow.of(request, 0L),
                WireRow.of(request, 1L),
                WireRow.of(request, 2L),
                WireRow.of(request, 3L),
                WireRow.of(request, 4L)));
      }
      appends.offset();
      acknowledged++;
      onAcknowledged.run();
    }
  }

  @Override
  public List<String> check(Server server) throws GoneException, InterruptedException {
    List<String> rows = server.rest().rows(table());
    long landed = rows.size() / PARTS;
    List<String> expected = new ArrayList<>();
    for (long request = 0; request < landed; request++) {
      for (int part = 0; part < PARTS; part++) {
        expected.add(request + "|" + part);
      }
    }
    expected.sort(null);
    List<String> faults = new ArrayList<>(Difference.of(name(), expected, rows));
    if (landed < acknowledged || landed > sent) {
      faults.add(
          String.format(
              Locale.ROOT,
              "%s: %d requests are there, %d were acknowledged, %d sent",
              name(),
              landed,
              acknowledged,
              sent));
    }
    acknowledged = landed;
    sent = landed;
    return faults;
  }
}
