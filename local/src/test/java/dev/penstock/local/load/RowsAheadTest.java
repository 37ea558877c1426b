package dev.penstock.local.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.decode.RowFaultException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowsAheadTest {
  @Test
  void givesRowsAndFaultsInTheirOrderAndStaysAtTheEnd() throws IOException, RowFaultException {
    List<String> seen = new ArrayList<>();
    try (RowsAhead rows = new RowsAhead(new Numbers(2_000, 700, -1))) {
      while (seen.size() < 2_000) {
        try {
          @Nullable Object @Nullable [] row = rows.next();
          seen.add(row == null ? "end" : String.valueOf(row[0]));
        } catch (RowFaultException e) {
          seen.add(String.valueOf(e.getMessage()));
        }
      }
      assertThat(seen.subList(698, 702)).containsExactly("698", "699", "bad 700", "701");
      assertThat(seen.get(1_999)).isEqualTo("1999");
      assertThat(rows.next()).isNull();
      assertThat(rows.next()).isNull();
    }
  }

  @Test
  void failsBehindTheRowsThatWereReadBefore() throws IOException, RowFaultException {
    try (RowsAhead rows = new RowsAhead(new Numbers(2_000, -1, 600))) {
      for (long i = 0; i < 600; i++) {
        assertThat(rows.next()).containsExactly(i);
      }
      assertThatThrownBy(rows::next).isInstanceOf(IOException.class).hasMessage("damaged at 600");
      assertThatThrownBy(rows::next).isInstanceOf(IOException.class).hasMessage("damaged at 600");
    }
  }

  @Test
  void readsNoFurtherThanABoundAheadAndEndsWhenItIsClosed() throws IOException, RowFaultException {
    Numbers numbers = new Numbers(Integer.MAX_VALUE, -1, -1);
    try (RowsAhead rows = new RowsAhead(numbers)) {
      assertThat(rows.next()).containsExactly(0L);
    }
    assertThat(numbers.closed).isTrue();
    assertThat(numbers.next.get()).isLessThanOrEqualTo(4 * 512);
  }

  /** Rows of one number each. */
  private static final class Numbers implements FileRows {
    private final AtomicInteger next = new AtomicInteger();
    private final int end;
    private final int bad;
    private final int damaged;
    private volatile boolean closed;

    Numbers(int end, int bad, int damaged) {
      this.end = end;
      this.bad = bad;
      this.damaged = damaged;
    }

    @Override
    public boolean has(int column) {
      return true;
    }

    @Override
    public @Nullable Object @Nullable [] next() throws IOException, RowFaultException {
      int number = next.getAndIncrement();
      if (number == bad) {
        throw new RowFaultException("bad " + number);
      }
      if (number == damaged) {
        throw new IOException("damaged at " + number);
      }
      return number >= end ? null : new Object[] {(long) number};
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
