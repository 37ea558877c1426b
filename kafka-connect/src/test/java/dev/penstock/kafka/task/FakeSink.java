package dev.penstock.kafka.task;

import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.write.Completions;
import dev.penstock.kafka.route.Decision;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Rows in memory, acknowledged when the test says so. One owner thread. */
final class FakeSink implements RowSink {
  final Deque<IngestException> appendFailures = new ArrayDeque<>();
  final List<Long> tickets = new ArrayList<>();
  int room = Integer.MAX_VALUE;
  private int acknowledged;
  private int drained;

  /** The next drain acknowledges all rows so far. */
  void acknowledgeAll() {
    acknowledged = tickets.size();
  }

  @Override
  public List<String> primaryKeyOf(Destination destination, TablePolicy policy) {
    return List.of("id");
  }

  @Override
  public Map<String, String> labelsOf(Destination destination, TablePolicy policy) {
    return Map.of();
  }

  @Override
  public void append(Decision.Write row, long ticket) {
    IngestException failure = appendFailures.poll();
    if (failure != null) {
      throw failure;
    }
    tickets.add(ticket);
  }

  @Override
  public boolean hasRoom() {
    return tickets.size() - drained < room;
  }

  @Override
  public long unacknowledgedBytes() {
    return (long) tickets.size() - drained;
  }

  @Override
  public void flush() {}

  @Override
  public void drain(Completions completions) {
    while (drained < acknowledged) {
      long ticket = tickets.get(drained++);
      completions.acknowledged(ticket, ticket);
    }
  }

  @Override
  public void evictIdle() {}

  @Override
  public void close() {}
}
