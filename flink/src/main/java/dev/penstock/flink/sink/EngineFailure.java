package dev.penstock.flink.sink;

import dev.penstock.core.error.IngestException;
import java.io.IOException;

/** The engine's failures in the form that Flink's interfaces declare. */
final class EngineFailure {
  private EngineFailure() {}

  static IOException of(IngestException failure) {
    return new IOException(failure.code() + ": " + failure.getMessage(), failure);
  }
}
