package dev.penstock.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.sequence.SequenceSections;
import dev.penstock.core.time.Time;
import dev.penstock.core.time.Wakeup;
import org.junit.jupiter.api.Test;

/** Numbers of changes by their arrival. */
class ArrivalOrderTest {
  private final Clock clock = new Clock();
  private final SequenceSections sections = new SequenceSections();

  /** A clock that stands where it is set. */
  private static final class Clock implements Time {
    private long millis = 0x1000;

    @Override
    public long currentMillis() {
      return millis;
    }

    @Override
    public long nanos() {
      return 0;
    }

    @Override
    public void sleep(long wait) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void await(Wakeup wakeup, long wait) {
      throw new UnsupportedOperationException();
    }
  }

  private String next(ArrivalOrder order) {
    return order.next(sections).toString();
  }

  @Test
  void aTaskThatStartedEarlierWinsWithALaterChange() {
    ArrivalOrder early = new ArrivalOrder(clock);
    assertThat(next(early)).isEqualTo("1000/0");
    clock.millis = 0x2000;
    assertThat(next(new ArrivalOrder(clock))).isEqualTo("2000/0");
    clock.millis = 0x3000;
    assertThat(next(early)).isEqualTo("3000/1");
  }

  @Test
  void aClockThatGoesBackTakesNoChangeBack() {
    ArrivalOrder order = new ArrivalOrder(clock);
    assertThat(next(order)).isEqualTo("1000/0");
    clock.millis = 0x0fff;
    assertThat(next(order)).isEqualTo("1000/1");
  }
}
