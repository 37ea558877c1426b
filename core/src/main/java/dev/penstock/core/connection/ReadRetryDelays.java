package dev.penstock.core.connection;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Finds the delay that a service names: in trailers of its own, or among the status details. */
final class ReadRetryDelays {
  private static final Metadata.Key<RetryInfo> TRAILER =
      ProtoUtils.keyForProto(RetryInfo.getDefaultInstance());

  private ReadRetryDelays() {}

  static @Nullable Duration find(Status status, @Nullable Metadata trailers) {
    if (trailers == null) {
      return null;
    }
    RetryInfo own = trailers.get(TRAILER);
    if (own != null) {
      return delay(own);
    }
    com.google.rpc.Status details = StatusProto.fromStatusAndTrailers(status, trailers);
    for (Any detail : details.getDetailsList()) {
      if (detail.is(RetryInfo.class)) {
        try {
          return delay(detail.unpack(RetryInfo.class));
        } catch (InvalidProtocolBufferException e) {
          return null;
        }
      }
    }
    return null;
  }

  private static @Nullable Duration delay(RetryInfo info) {
    return info.hasRetryDelay()
        ? Duration.ofSeconds(info.getRetryDelay().getSeconds(), info.getRetryDelay().getNanos())
        : null;
  }
}
