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
    return new IOException(failure.code() + ": " + failure.getMessage(), failure);
  }
}
