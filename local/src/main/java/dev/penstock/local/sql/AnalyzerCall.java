package dev.penstock.local.sql;

import com.google.zetasql.SqlException;
import com.google.zetasql.io.grpc.Status.Code;
import com.google.zetasql.io.grpc.StatusRuntimeException;
import dev.penstock.local.catalog.ServiceException;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A call of the analyzer, which speaks to its native library over a socket. A signal, such as a
 * profiler sends, may break that; the library opens another one for the next call, so a lost call
 * is made again.
 */
final class AnalyzerCall {
  private static final int ATTEMPTS = 10;
  private static final Set<Code> LOST = EnumSet.of(Code.UNAVAILABLE, Code.CANCELLED, Code.UNKNOWN);

  private AnalyzerCall() {}

  /**
   * Calls, again if need be.
   *
   * @throws SqlException what the analyzer says of the text
   * @throws ServiceException 500 backendError when no call arrives
   */
  static <T> T of(Supplier<T> call) {
    for (int attempt = 1; ; attempt++) {
      try {
        return call.get();
      } catch (SqlException e) {
        if (!isLost(e)) {
          throw e;
        }
        if (attempt == ATTEMPTS) {
          throw ServiceException.backend(e);
        }
      }
    }
  }

  private static boolean isLost(SqlException e) {
    return e.getCause() instanceof StatusRuntimeException answer
        && LOST.contains(answer.getStatus().getCode());
  }
}
