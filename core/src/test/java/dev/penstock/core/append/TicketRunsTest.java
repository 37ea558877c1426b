package dev.penstock.core.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TicketRunsTest {
  private static TicketRuns of(long... tickets) {
    TicketRuns runs = new TicketRuns();
    for (long ticket : tickets) {
      runs.add(ticket);
    }
    return runs;
  }

  private static List<String> runsOf(TicketRuns tickets) {
    List<String> runs = new ArrayList<>();
    tickets.forEachRun((first, last) -> runs.add(first + ".." + last));
    return runs;
  }

  @Test
  void joinsConsecutiveTickets() {
    assertThat(runsOf(of(5, 6, 7, 9, 10, 12))).containsExactly("5..7", "9..10", "12..12");
  }

  @Test
  void findsTheTicketOfARow() {
    TicketRuns tickets = of(5, 6, 7, 9, 10, 12);

    assertThat(tickets.count()).isEqualTo(6);
    assertThat(new long[] {tickets.at(0), tickets.at(2), tickets.at(3), tickets.at(5)})
        .containsExactly(5, 7, 9, 12);
    assertThatThrownBy(() -> tickets.at(6)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void growsWithTheNumberOfRuns() {
    TicketRuns tickets = new TicketRuns();
    for (long ticket = 0; ticket < 100; ticket += 2) {
      tickets.add(ticket);
    }

    assertThat(runsOf(tickets)).hasSize(50).startsWith("0..0", "2..2").endsWith("98..98");
  }
}
