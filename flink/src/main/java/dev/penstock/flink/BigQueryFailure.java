package dev.penstock.flink;

import com.google.protobuf.ByteString;
import org.apache.flink.annotation.Experimental;
import org.jspecify.annotations.Nullable;

/** A record that will not be stored, as a {@link FailureHandler} gets it. Immutable. */
@Experimental
public sealed interface BigQueryFailure permits FailedRow, UnroutableRecord {
  /**
   * The record as bytes: the row as it was sent, or, when it could not be encoded, the record as it
   * came if that is text or bytes; null when there are none.
   */
  @Nullable ByteString getPayloadBytes();

  /** What was refused, why, and what to do; holds no content of the record. */
  String getReason();

  /** What caused it; null when the reason says all. Its message may show the record. */
  @Nullable Throwable getCause();

  /** {@code project.dataset.table}, or {@code unresolved}. */
  String describeDestination();

  /** Always {@code bigquery}. */
  default String getConnector() {
    return "bigquery";
  }
}
