package dev.penstock.flink;

import com.google.protobuf.ByteString;
import java.util.Objects;
import org.apache.flink.annotation.Experimental;
import org.jspecify.annotations.Nullable;

/** A record that a resolver finds no table for, because of its data. Immutable. */
@Experimental
public final class UnroutableRecord implements DestinationResolution, BigQueryFailure {
  private final ByteString payloadBytes;
  private final String reason;

  private UnroutableRecord(ByteString payloadBytes, String reason) {
    this.payloadBytes = payloadBytes;
    this.reason = Objects.requireNonNull(reason, "reason");
  }

  /**
   * A record without a table.
   *
   * @param payloadBytes what the failure handler gets as the record; copied, may be empty
   * @param reason why it has no table
   */
  public static UnroutableRecord of(byte[] payloadBytes, String reason) {
    return new UnroutableRecord(ByteString.copyFrom(payloadBytes), reason);
  }

  @Override
  public ByteString getPayloadBytes() {
    return payloadBytes;
  }

  @Override
  public String getReason() {
    return reason;
  }

  @Override
  public @Nullable Throwable getCause() {
    return null;
  }

  @Override
  public String describeDestination() {
    return "unresolved";
  }

  /** The reason; no content. */
  @Override
  public String toString() {
    return "UnroutableRecord[" + reason + "]";
  }
}
