package dev.penstock.core.connection;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2Exception;

/**
 * Names the address when a call fails on the way to it. What the service itself answers passes
 * unchanged. Thread-safe.
 */
final class WayFaults implements ClientInterceptor {
  private final String target;
  private final boolean plaintext;

  WayFaults(String target, boolean plaintext) {
    this.target = target;
    this.plaintext = plaintext;
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<R> listener, Metadata headers) {
        super.start(
            new SimpleForwardingClientCallListener<>(listener) {
              @Override
              public void onClose(Status status, Metadata trailers) {
                super.onClose(named(status), trailers);
              }
            },
            headers);
      }
    };
  }

  /** The service's own answers have no cause: a cause was thrown on this side. */
  private Status named(Status status) {
    Throwable cause = status.getCause();
    if (status.isOk() || cause == null) {
      return status;
    }
    if (plaintext && cause instanceof Http2Exception) {
      return Status.UNIMPLEMENTED
          .withDescription(target + " does not speak gRPC; is it the REST port?")
          .withCause(cause);
    }
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return status.withDescription(
        status.getDescription() + " at " + target + " (" + root.getMessage() + ")");
  }
}
