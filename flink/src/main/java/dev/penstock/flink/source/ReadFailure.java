package dev.penstock.flink.source;

import dev.penstock.core.error.IngestException;
import java.io.IOException;

/** The engine's failures in the form that Flink's interfaces declare. */
final class ReadFailure {
  private ReadFailure() {}

  static IOException of(IngestException failure) {
    return new IOException(failure.code() + ": " + failure.getMessage(), failure);
  }
}
