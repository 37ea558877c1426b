package dev.penstock.local.http;

import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.service.FaultPoint;
import dev.penstock.local.service.FaultPoint.Effect;
import dev.penstock.local.service.FaultPoint.Kind;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lets calls of the API meet scripted faults. Thread-safe. */
public final class HttpFaults {
  private final FaultPoint faults;

  /** Faults of a script. */
  public HttpFaults(FaultPoint faults) {
    this.faults = faults;
  }

  /** What a call does, up to its answer. */
  public interface Work {
    /** Works and says how to answer. */
    Answer run() throws IOException;
  }

  /** How a call is answered. */
  public interface Answer {
    /** Writes the answer. */
    void write() throws IOException;
  }

  /** Does the work of a call and answers it, or whatever the fault that it meets makes of that. */
  public void around(HttpExchange exchange, String method, @Nullable String table, Work work)
      throws IOException {
    Optional<Effect> effect = faults.meet(method, table);
    if (effect.isPresent() && !proceeds(exchange, effect.get())) {
      return;
    }
    Answer answer = work.run();
    Kind met = effect.map(Effect::kind).orElse(null);
    if (met == Kind.CUT_AFTER) {
      exchange.close();
    } else if (met != Kind.HANG_AFTER) {
      answer.write();
    }
  }

  /** Meets a fault; whether the call goes on. */
  private static boolean proceeds(HttpExchange exchange, Effect effect) {
    switch (effect.kind()) {
      case FAIL, END_CALL -> throw failure(effect);
      case DELAY -> {
        effect.sleep();
        return true;
      }
      case CUT_BEFORE -> {
        exchange.close();
        return false;
      }
      case CUT_AFTER, HANG_AFTER, FINALIZE_STREAM, DROP_STREAM -> {
        return true;
      }
      case HANG -> {
        return false;
      }
    }
    throw new AssertionError(effect);
  }

  /** {@code 503}, or {@code 403 rateLimitExceeded}. */
  private static ServiceException failure(Effect effect) {
    String[] parts = effect.code().split(" ", 2);
    int code = Integer.parseInt(parts[0]);
    String reason = parts.length > 1 ? parts[1] : reason(code);
    return new ServiceException(code, reason, effect.message());
  }

  private static String reason(int code) {
    return switch (code) {
      case 400 -> "invalid";
      case 401 -> "authError";
      case 403 -> "accessDenied";
      case 404 -> "notFound";
      case 409 -> "duplicate";
      case 412 -> "conditionNotMet";
      case 429 -> "rateLimitExceeded";
      case 500, 502, 503, 504 -> "backendError";
      default -> "internalError";
    };
  }
}
