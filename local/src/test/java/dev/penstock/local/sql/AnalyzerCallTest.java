package dev.penstock.local.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.zetasql.SqlException;
import com.google.zetasql.io.grpc.Status;
import com.google.zetasql.io.grpc.StatusRuntimeException;
import dev.penstock.local.catalog.ServiceException;
import java.lang.reflect.Constructor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class AnalyzerCallTest {
  private final AtomicInteger calls = new AtomicInteger();

  private String failing(int times, Status status) {
    return AnalyzerCall.of(
        () -> {
          if (calls.incrementAndGet() <= times) {
            throw answered(status);
          }
          return "answer";
        });
  }

  /** The library makes its exceptions itself. */
  private static SqlException answered(Status status) {
    try {
      Constructor<SqlException> constructor =
          SqlException.class.getDeclaredConstructor(StatusRuntimeException.class);
      constructor.setAccessible(true);
      return constructor.newInstance(new StatusRuntimeException(status));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(String.valueOf(e.getMessage()), e);
    }
  }

  @Test
  void aCallWhoseConnectionBrokeIsMadeAgain() {
    assertThat(failing(3, Status.UNAVAILABLE.withDescription("io exception"))).isEqualTo("answer");
    assertThat(calls).hasValue(4);
  }

  @Test
  void aBrokenAnalyzerIsNoFaultOfTheQuery() {
    assertThatThrownBy(() -> failing(1_000, Status.UNAVAILABLE))
        .isInstanceOfSatisfying(
            ServiceException.class, e -> assertThat(e.reason()).isEqualTo("backendError"));
    assertThat(calls).hasValue(10);
  }

  @Test
  void whatTheAnalyzerSaysOfATextIsSaidOnce() {
    assertThatThrownBy(
            () -> failing(1_000, Status.INVALID_ARGUMENT.withDescription("Syntax error")))
        .isInstanceOf(SqlException.class);
    assertThat(calls).hasValue(1);
  }
}
