package dev.penstock.flink;

import com.google.protobuf.ByteString;
import java.util.Objects;
import org.apache.flink.annotation.Experimental;
import org.jspecify.annotations.Nullable;

/** A record that could not be encoded, or that BigQuery refused. Immutable. */
@Experimental
public final class FailedRow implements BigQueryFailure {
  private final TableDestination destination;
  private final @Nullable ByteString payloadBytes;
  private final String reason;
  private final @Nullable Throwable cause;

  private FailedRow(
      TableDestination destination,
      @Nullable ByteString payloadBytes,
      String reason,
      @Nullable Throwable cause) {
    this.destination = Objects.requireNonNull(destination, "destination");
    this.payloadBytes = payloadBytes;
    this.reason = Objects.requireNonNull(reason, "reason");
    this.cause = cause;
  }

  /**
   * A failed row.
   *
   * @param payloadBytes the protobuf bytes of the row, or those of the record that could not be
   *     encoded; null when there are none
   */
  public static FailedRow of(
      TableDestination destination,
      @Nullable ByteString payloadBytes,
      String reason,
      @Nullable Throwable cause) {
    return new FailedRow(destination, payloadBytes, reason, cause);
  }

  /** The table the record was for. */
  public TableDestination getDestination() {
    return destination;
  }

  @Override
  public @Nullable ByteString getPayloadBytes() {
    return payloadBytes;
  }

  @Override
  public String getReason() {
    return reason;
  }

  @Override
  public @Nullable Throwable getCause() {
    return cause;
  }

  @Override
  public String describeDestination() {
    return destination.toString();
  }

  /** Destination and reason; no content. */
  @Override
  public String toString() {
    return "FailedRow[" + destination + ": " + reason + "]";
  }
}
