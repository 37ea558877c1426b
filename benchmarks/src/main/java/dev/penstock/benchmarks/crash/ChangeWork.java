package dev.penstock.benchmarks.crash;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import dev.penstock.benchmarks.client.Appends;
import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Server;
import dev.penstock.benchmarks.client.WireRow;
import java.util.ArrayList;
import java.util.List;

/**
 * Rounds of changes, each one request that sets or deletes every key, so many that the log is
 * applied again and again. The table is that of one round, of the last acknowledged one or later.
 */
final class ChangeWork implements Work {
  private static final DescriptorProto SCHEMA =
      WireRow.schema(
          "id:INT64", "round:INT64", "_CHANGE_TYPE:STRING", "_CHANGE_SEQUENCE_NUMBER:STRING");
  private static final int KEYS = 2_000;
  private static final int DELETED_OF = 7;
  private static final int STALE_KEYS = 20;
  private static final int STALE_BY = 3;
  private static final int IN_FLIGHT = 2;

  private boolean created;
  private long sent;
  private long acknowledged;

  @Override
  public String name() {
    return "apply changes";
  }

  @Override
  public void prepare(Server server) throws GoneException, InterruptedException {
    if (!created) {
      created = true;
      server.rest().createTable("changed", true, "id:INT64", "round:INT64");
    }
  }

  @Override
  public void run(Server server, Runnable onAcknowledged)
      throws GoneException, InterruptedException {
    Appends appends = new Appends(server.channel(), Appends.defaultStream("changed"), SCHEMA);
    while (true) {
      while (sent - acknowledged < IN_FLIGHT) {
        appends.send(null, changes(++sent));
      }
      appends.offset();
      acknowledged++;
      onAcknowledged.run();
    }
  }

  /** Every key in its state of a round, and some in a state that is over. */
  private static List<ByteString> changes(long round) {
    List<ByteString> rows = new ArrayList<>();
    for (long key = 0; key < KEYS; key++) {
      boolean deleted = isDeleted(key, round);
      rows.add(
          WireRow.of(
              key, deleted ? null : round, deleted ? "DELETE" : "UPSERT", Long.toHexString(round)));
    }
    if (round > STALE_BY) {
      for (long key = 0; key < STALE_KEYS; key++) {
        rows.add(WireRow.of(key, -1L, "UPSERT", Long.toHexString(round - STALE_BY)));
      }
    }
    return rows;
  }

  private static boolean isDeleted(long key, long round) {
    return (key + round) % DELETED_OF == 0;
  }

  private static List<String> table(long round) {
    List<String> rows = new ArrayList<>();
    for (long key = 0; key < KEYS && round > 0; key++) {
      if (!isDeleted(key, round)) {
        rows.add(key + "|" + round);
      }
    }
    rows.sort(null);
    return rows;
  }

  @Override
  public List<String> check(Server server) throws GoneException, InterruptedException {
    List<String> rows = server.rest().rows("changed");
    for (long round = acknowledged; round <= sent; round++) {
      if (rows.equals(table(round))) {
        acknowledged = round;
        sent = round;
        return List.of();
      }
    }
    return Difference.of(
        name() + " of rounds " + acknowledged + " to " + sent, table(acknowledged), rows);
  }
}
