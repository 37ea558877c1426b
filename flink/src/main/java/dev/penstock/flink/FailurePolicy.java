package dev.penstock.flink;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The handlers that need no code of a user. Immutable; a constant each, so they serialize. */
enum FailurePolicy implements FailureHandler<BigQueryFailure> {
  FAIL {
    @Override
    public void handle(BigQueryFailure failure) throws IOException {
      throw new IOException(
          "A record for " + failure.describeDestination() + " failed. " + failure.getReason(),
          WithheldCause.of(failure.getCause()));
    }
  },
  LOG {
    @Override
    public void handle(BigQueryFailure failure) {
      LOGGER.warn(
          "A record for {} was dropped. {}", failure.describeDestination(), failure.getReason());
    }
  };

  private static final Logger LOGGER = LoggerFactory.getLogger(FailureHandler.class);
}
