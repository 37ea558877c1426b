package dev.penstock.core.connection;

import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Calls of the Storage APIs with one request and one answer, sent once. Thread-safe; a call waits
 * on the caller's thread, at most for its deadline.
 */
public final class UnaryCalls {
  private static final Metadata.Key<String> ROUTING =
      Metadata.Key.of("x-goog-request-params", Metadata.ASCII_STRING_MARSHALLER);

  private final ChannelPool channels;

  /** Calls over these channels. */
  public UnaryCalls(ChannelPool channels) {
    this.channels = channels;
  }

  /** What came back. Immutable. */
  public sealed interface Answer<R> {
    /** The answer of a call that succeeded. */
    record Success<R>(R value) implements Answer<R> {}

    /** Why a call failed. */
    record Refusal<R>(Failure failure) implements Answer<R> {}
  }

  /**
   * Sends a request and waits for what comes back.
   *
   * @param routing what the service needs to route the call, for example {@code parent=NAME}
   */
  public <Q, R> Answer<R> call(
      MethodDescriptor<Q, R> method, Q request, String routing, Duration deadline) {
    Metadata headers = new Metadata();
    headers.put(ROUTING, routing);
    try (ChannelPool.Lease lease = channels.lease()) {
      lease.connectNow();
      Channel channel =
          ClientInterceptors.intercept(
              lease.channel(), MetadataUtils.newAttachHeadersInterceptor(headers));
      return new Answer.Success<>(
          ClientCalls.blockingUnaryCall(
              channel,
              method,
              lease.callOptions().withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS),
              request));
    } catch (StatusRuntimeException e) {
      return new Answer.Refusal<>(Failures.of(e.getStatus(), e.getTrailers()));
    }
  }
}
