package dev.penstock.core.write;

import dev.penstock.core.append.TicketRuns;
import dev.penstock.core.model.RejectedRow;
import java.util.ArrayList;
import java.util.List;

/** What became of rows, kept until the owner drains. One owner thread. */
final class Outbox {
  private final List<TicketRuns> acknowledged = new ArrayList<>();
  private final List<RejectedRow> rejected = new ArrayList<>();

  void acknowledged(TicketRuns tickets) {
    acknowledged.add(tickets);
  }

  void rejected(RejectedRow row) {
    rejected.add(row);
  }

  boolean isEmpty() {
    return acknowledged.isEmpty() && rejected.isEmpty();
  }

  void drainTo(Completions completions) {
    acknowledged.forEach(tickets -> tickets.forEachRun(completions::acknowledged));
    acknowledged.clear();
    rejected.forEach(completions::rejected);
    rejected.clear();
  }
}
