package dev.penstock.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class FailurePolicyTest {
  private static final TableDestination TABLE = TableDestination.of("p", "d", "t");

  private static Throwable failure(Exception cause) {
    return catchThrowable(
        () ->
            FailureHandler.failJob()
                .handle(FailedRow.of(TABLE, null, "The serializer failed.", cause)));
  }

  private static String trace(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    return trace.toString();
  }

  @Test
  void failsWithoutTheMessagesOfUsersCode() {
    IllegalStateException cause =
        new IllegalStateException("Zoe pays", new IOException("IBAN DE89"));

    Throwable failure = failure(cause);

    assertThat(failure)
        .isInstanceOf(IOException.class)
        .hasMessage("A record for p.d.t failed. The serializer failed.");
    assertThat(trace(failure))
        .contains("java.lang.IllegalStateException (its message may show the record;")
        .contains("java.io.IOException (its message may show the record;")
        .contains("FailurePolicyTest.failsWithoutTheMessagesOfUsersCode")
        .doesNotContain("Zoe pays", "IBAN");
  }

  @Test
  void tellsOfCausesInACircleOnce() {
    IllegalStateException one = new IllegalStateException("one");
    IllegalStateException two = new IllegalStateException("two", one);
    one.initCause(two);

    assertThat(failure(one)).hasCauseInstanceOf(WithheldCause.class);
  }
}
