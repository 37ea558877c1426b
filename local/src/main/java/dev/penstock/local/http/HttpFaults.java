package dev.penstock.local.http;

import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.service.FaultPoint;
import dev.penstock.local.service.FaultPoint.Effect;
import dev.penstock.local.service.FaultPoint.Kind;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lets calls of the API meet scripted faults. Thread-safe. */
public final class HttpFaults {
  private static final Pattern RESOURCE =
      Pattern.compile("/projects/([^/]+)(?:/datasets/([^/]+)(?:/tables/([^/:]+))?)?");

  private final FaultPoint faults;

  /** Faults of a script. */
  public HttpFaults(FaultPoint faults) {
    this.faults = faults;
  }

  /** Where uses are counted. */
  public FaultPoint point() {
    return faults;
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
  public void around(HttpExchange exchange, String method, @Nullable TableId table, Work work)
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
      case FAIL, END_CALL -> throw failure(exchange, effect);
      case DENY -> throw effect.denial(resource(exchange));
      case DELAY -> {
        effect.sleep();
        return true;
      }
      case CUT_BEFORE, RESET -> {
        exchange.close();
        return false;
      }
      case CUT_AFTER, HANG_AFTER, FINALIZE_STREAM, DROP_STREAM, DELETE_SOURCE, EXPIRE_RESULT -> {
        return true;
      }
      case HANG -> {
        return false;
      }
    }
    throw new AssertionError(effect);
  }

  private static ServiceException failure(HttpExchange exchange, Effect effect) {
    if (!effect.delay().isZero()) {
      long seconds = Math.max(1, effect.delay().toSeconds());
      exchange.getResponseHeaders().set("Retry-After", Long.toString(seconds));
    }
    return effect.failure();
  }

  /** {@code Table p:d.t}, {@code Dataset p:d}, {@code Project p}, or the path. */
  private static String resource(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    Matcher named = RESOURCE.matcher(path);
    if (!named.find()) {
      return path;
    }
    if (named.group(2) == null) {
      return "Project " + named.group(1);
    }
    return named.group(3) == null
        ? "Dataset " + named.group(1) + ":" + named.group(2)
        : "Table " + named.group(1) + ":" + named.group(2) + "." + named.group(3);
  }
}
