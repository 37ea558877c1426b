package dev.penstock.flink;

import dev.penstock.core.error.IngestException;
import java.io.IOException;
import org.apache.flink.annotation.Internal;

/** The engine's failures in the form that Flink's interfaces declare. Thread-safe. */
@Internal
public final class EngineFailure {
  private EngineFailure() {}

  /** The failure with its code in the message, and itself as the cause. */
  public static IOException of(IngestException failure) {
    return of(failure, "");
  }

  /**
   * The same with what only the connector knows to advise.
   *
   * @param advice a sentence; empty for none
   */
  public static IOException of(IngestException failure, String advice) {
    String message = failure.code() + ": " + failure.getMessage();
    return new IOException(advice.isEmpty() ? message : message + " " + advice, failure);
  }
}
