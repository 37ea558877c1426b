package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ReadAheadTest {
  private record Numbered(int number, int weight, boolean isLast) implements ReadAhead.Batch {}

  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger used = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();

  private Numbered make(int weight) {
    int number = made.incrementAndGet();
    mostAtOnce.accumulateAndGet(number - used.get(), Math::max);
    return new Numbered(number, weight, number == 1_000);
  }

  private void takeAll(ReadAhead<Numbered> batches) {
    Numbered batch;
    do {
      batch = batches.next();
      assertThat(batch.number()).isEqualTo(used.get() + 1);
      used.incrementAndGet();
    } while (!batch.isLast());
  }

  @Test
  void handsOverInOrderAndNeverMakesMoreThanThereIsRoomAndOne() {
    try (ReadAhead<Numbered> batches = new ReadAhead<>("numbers", "made", 4, () -> make(2))) {
      takeAll(batches);
    }

    assertThat(used).hasValue(1_000);
    // Two that are done, or one of them with the owner, and the one that was just made.
    assertThat(mostAtOnce.get()).isBetween(1, 3);
  }

  @Test
  void handsOverWhatIsHeavierThanAllRoomOneByOne() {
    try (ReadAhead<Numbered> batches = new ReadAhead<>("numbers", "made", 4, () -> make(5))) {
      takeAll(batches);
    }

    assertThat(used).hasValue(1_000);
    assertThat(mostAtOnce.get()).isBetween(1, 2);
  }

  @Test
  void tellsTheOwnerWhatBrokeTheOtherThread() {
    try (ReadAhead<Numbered> batches =
        new ReadAhead<>(
            "numbers",
            "made",
            4,
            () -> {
              throw new IllegalStateException("out of numbers");
            })) {
      assertThatThrownBy(batches::next)
          .hasMessage(
              "Reading numbers ended early: java.lang.IllegalStateException: out of numbers. Run"
                  + " the command again.")
          .hasCauseInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void endsTheOtherThreadWhenTheOwnerTakesNoMore() {
    ReadAhead<Numbered> batches = new ReadAhead<>("numbers", "left alone", 4, () -> make(4));

    batches.close();

    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("left alone"));
  }
}
