package dev.penstock.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.flink.util.FlinkRuntimeException;
import org.junit.jupiter.api.Test;

/** One session, and each stream with one reader at a time. */
class StreamEnumeratorTest {
  private final FakeEnumeratorContext context = new FakeEnumeratorContext(2);

  private static List<ReadSplit> splits(String... names) {
    return Stream.of(names).map(name -> new ReadSplit(name, 0, "{}", Instant.MAX)).toList();
  }

  private static Callable<List<ReadSplit>> noSecondSession() {
    return () -> {
      throw new AssertionError("a second session was made");
    };
  }

  @Test
  void readersThatAskEarlyGetTheirStreamWhenTheSessionIsMade() {
    StreamEnumerator enumerator = new StreamEnumerator(() -> splits("a", "b", "c"), context);
    enumerator.start();
    enumerator.handleSplitRequest(1, null);
    enumerator.handleSplitRequest(0, null);
    assertThat(context.log()).isEmpty();

    context.runWork();

    assertThat(context.log()).containsExactly("0 <- a", "1 <- b");
    assertThat(enumerator.snapshotState(1)).isEqualTo(new ReadPlan(true, splits("c")));
  }

  @Test
  void tellsReadersWhenNothingIsLeft() {
    StreamEnumerator enumerator = new StreamEnumerator(() -> splits("a"), context);
    enumerator.start();
    context.runWork();
    enumerator.handleSplitRequest(1, null);
    enumerator.handleSplitRequest(1, null);
    enumerator.handleSplitRequest(0, null);

    assertThat(context.log()).containsExactly("1 <- a", "1 <- none", "0 <- none");
  }

  @Test
  void aRestoredEnumeratorAdoptsTheSession() {
    ReadPlan plan = new ReadPlan(true, splits("b"));
    StreamEnumerator enumerator = new StreamEnumerator(noSecondSession(), context, plan);
    enumerator.start();
    enumerator.handleSplitRequest(0, null);

    assertThat(context.runWork()).isZero();
    assertThat(context.log()).containsExactly("0 <- b");
  }

  @Test
  void anEnumeratorRestoredFromBeforeTheSessionMakesIt() {
    StreamEnumerator enumerator =
        new StreamEnumerator(() -> splits("a"), context, new ReadPlan(false, List.of()));
    enumerator.start();
    context.runWork();

    assertThat(enumerator.snapshotState(1)).isEqualTo(new ReadPlan(true, splits("a")));
  }

  @Test
  void aReturnedStreamGoesToWhoeverAsksNext() {
    StreamEnumerator enumerator =
        new StreamEnumerator(noSecondSession(), context, new ReadPlan(true, List.of()));
    ReadSplit half = new ReadSplit("a", 7, "{}", Instant.MAX);
    enumerator.addSplitsBack(List.of(half), 1);
    assertThat(enumerator.snapshotState(1)).isEqualTo(new ReadPlan(true, List.of(half)));

    enumerator.handleSplitRequest(0, null);

    assertThat(context.log()).containsExactly("0 <- a");
  }

  @Test
  void aReaderThatWasLostGetsNothing() {
    StreamEnumerator enumerator = new StreamEnumerator(() -> splits("a"), context);
    enumerator.start();
    enumerator.handleSplitRequest(1, null);
    context.lose(1);
    context.runWork();

    assertThat(context.log()).isEmpty();
    assertThat(enumerator.snapshotState(1).unassigned()).isEqualTo(splits("a"));
  }

  @Test
  void aSessionThatIsRefusedFailsTheJob() {
    StreamEnumerator enumerator =
        new StreamEnumerator(
            () -> {
              throw new IOException("TABLE_NOT_FOUND: no such table");
            },
            context);
    enumerator.start();

    assertThatThrownBy(context::runWork)
        .isInstanceOf(FlinkRuntimeException.class)
        .hasMessage("TABLE_NOT_FOUND: no such table");
    assertThat(enumerator.snapshotState(1)).isEqualTo(new ReadPlan(false, List.of()));
  }
}
