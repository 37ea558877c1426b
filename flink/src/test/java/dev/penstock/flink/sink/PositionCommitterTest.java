package dev.penstock.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.penstock.core.model.Destination;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.write.StreamPosition;
import dev.penstock.flink.ServiceAccess;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.connector.sink2.Committer.CommitRequest;
import org.junit.jupiter.api.Test;

/** Positions of many tables that are committed together. */
class PositionCommitterTest {
  private static CommitRequest<StreamPosition> request(String table) {
    StreamPosition position =
        new StreamPosition(
            new Destination("p", "d", table),
            "projects/p/datasets/d/tables/" + table + "/streams/s",
            1);
    @SuppressWarnings("unchecked") // The proxy answers with positions only.
    CommitRequest<StreamPosition> request =
        (CommitRequest<StreamPosition>)
            Proxy.newProxyInstance(
                PositionCommitterTest.class.getClassLoader(),
                new Class<?>[] {CommitRequest.class},
                (proxy, method, arguments) -> position);
    return request;
  }

  @Test
  void anOutageIsWaitedForOnceAndNotForEveryTable() {
    ServiceAccess nobody = ServiceAccess.DEFAULT.withEmulator("127.0.0.1:1");
    RetryBudget once =
        new RetryBudget(RetrySchedule.exponential(Duration.ofMillis(1), Duration.ofMillis(1)), 1);
    List<CommitRequest<StreamPosition>> requests =
        Stream.of("first", "second", "third").map(PositionCommitterTest::request).toList();

    PositionCommitter committer = new PositionCommitter(nobody, once);
    Throwable failure = catchThrowable(() -> committer.commit(requests));
    committer.close();

    assertThat(failure).hasMessageContaining("UNAVAILABLE").hasMessageContaining("/first/");
    assertThat(failure.getSuppressed()).isEmpty();
  }
}
