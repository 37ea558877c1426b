package dev.penstock.core.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.time.Deadline;
import dev.penstock.core.time.FakeTime;
import java.io.Serial;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** One warning for an outage, and its length in the end. */
class OutageTest {
  private static final Failure DOWN =
      Failure.of(ErrorCode.UNAVAILABLE, "Connection refused at 127.0.0.1:9050.");

  private final FakeTime time = new FakeTime();
  private final Recording log = new Recording();
  private final Outage outage = new Outage(time, log);

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      outage.failed("Reading table p.d.t", DOWN, "for up to 60 s");
      time.advance(Duration.ofSeconds(2));
    }
  }

  @Test
  void warnsOnceAtTheSecondFailureInARow() {
    fail(1);
    assertThat(log.lines).isEmpty();

    fail(9);
    assertThat(log.lines)
        .containsExactly(
            "WARN Reading table p.d.t failed: Connection refused at 127.0.0.1:9050. It is tried"
                + " again for up to 60 s.");
  }

  @Test
  void warnsOfTheNextOutageToo() {
    fail(3);
    outage.over();
    fail(3);

    assertThat(log.lines).hasSize(2);
  }

  @Test
  void tellsHowOftenAndHowLongItWasTried() {
    fail(29);

    assertThat(outage.last(DOWN).reason())
        .isEqualTo("Connection refused at 127.0.0.1:9050, after 30 attempts in 58 s");
  }

  @Test
  void saysNothingOfWhatWasTriedOnce() {
    assertThat(outage.last(DOWN)).isEqualTo(DOWN);
  }

  @Test
  void waitsTenSecondsForAServerOfThisMachineThatIsGone() {
    Failure gone = Failures.of(new ConnectException("Connection refused"), "127.0.0.1:9050");
    Deadline deadline = Deadline.after(time, Duration.ofMinutes(10));

    assertThat(outage.remainingMillis(DOWN, deadline)).isEqualTo(600_000);
    assertThat(outage.remainingMillis(gone, deadline)).isEqualTo(10_000);
    time.advance(Duration.ofSeconds(9));
    assertThat(outage.remainingMillis(gone, deadline)).isEqualTo(1_000);
    outage.over();
    assertThat(outage.remainingMillis(gone, deadline)).isEqualTo(10_000);
    assertThat(outage.remainingMillis(gone, Deadline.after(time, Duration.ofSeconds(3))))
        .isEqualTo(3_000);
  }

  private static final class Recording extends LegacyAbstractLogger {
    @Serial private static final long serialVersionUID = 1L;

    private final transient List<String> lines = new ArrayList<>();

    @Override
    protected void handleNormalizedLoggingCall(
        Level level, Marker marker, String message, Object[] arguments, Throwable thrown) {
      lines.add(level + " " + MessageFormatter.basicArrayFormat(message, arguments));
    }

    @Override
    protected String getFullyQualifiedCallerName() {
      return "";
    }

    @Override
    public boolean isTraceEnabled() {
      return true;
    }

    @Override
    public boolean isDebugEnabled() {
      return true;
    }

    @Override
    public boolean isInfoEnabled() {
      return true;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }
  }
}
