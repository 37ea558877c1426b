package dev.penstock.core.connection;

import com.google.api.client.http.HttpHeaders;
import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.StatusProto;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Finds the delay that a service names: in trailers of its own, among the details of a status, or
 * in the header of an HTTP answer.
 */
final class RetryDelays {
  private static final Metadata.Key<RetryInfo> TRAILER =
      ProtoUtils.keyForProto(RetryInfo.getDefaultInstance());

  /** No wait is without a bound, whatever the service names. */
  private static final Duration LONGEST = Duration.ofHours(1);

  private RetryDelays() {}

  /** The delay that the end of a call names; null without one. */
  static @Nullable Duration find(Status status, @Nullable Metadata trailers) {
    if (trailers == null) {
      return null;
    }
    RetryInfo own = trailers.get(TRAILER);
    return own != null ? delay(own) : find(StatusProto.fromStatusAndTrailers(status, trailers));
  }

  /** The delay among the details of a status; null without one. */
  static @Nullable Duration find(com.google.rpc.Status status) {
    for (Any detail : status.getDetailsList()) {
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
        ? bounded(
            Duration.ofSeconds(info.getRetryDelay().getSeconds(), info.getRetryDelay().getNanos()))
        : null;
  }

  /**
   * The delay that {@code Retry-After} names, in seconds or as a time by the server's own clock;
   * null without a legible one.
   */
  static @Nullable Duration find(@Nullable HttpHeaders headers) {
    String value = headers == null ? null : headers.getRetryAfter();
    if (headers == null || value == null) {
      return null;
    }
    try {
      return bounded(Duration.ofSeconds(Long.parseLong(value.strip())));
    } catch (NumberFormatException e) {
      return until(value, headers.getDate());
    }
  }

  private static @Nullable Duration until(String value, @Nullable String now) {
    if (now == null) {
      return null;
    }
    try {
      return bounded(
          Duration.between(
              ZonedDateTime.parse(now, DateTimeFormatter.RFC_1123_DATE_TIME),
              ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)));
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static Duration bounded(Duration delay) {
    if (delay.isNegative()) {
      return Duration.ZERO;
    }
    return delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
  }
}
