package dev.penstock.local.grpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers a fault of this server as INTERNAL with its text, and logs it; gRPC itself would say
 * UNKNOWN without a word. Thread-safe.
 */
final class FailedCalls implements ServerInterceptor {
  private static final Logger LOG = LoggerFactory.getLogger(FailedCalls.class);

  /** A call that knows whether it was answered. */
  private static final class Answered<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private boolean closed;

    Answered(ServerCall<Q, R> call) {
      super(call);
    }

    @Override
    public void close(Status status, Metadata trailers) {
      closed = true;
      super.close(status, trailers);
    }

    void run(Runnable step) {
      try {
        step.run();
      } catch (RuntimeException e) {
        LOG.warn("{} failed", getMethodDescriptor().getFullMethodName(), e);
        if (!closed) {
          close(Status.INTERNAL.withDescription("Internal error: " + e), new Metadata());
        }
      }
    }
  }

  @Override
  public <Q, R> Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    Answered<Q, R> answered = new Answered<>(call);
    return new SimpleForwardingServerCallListener<Q>(next.startCall(answered, headers)) {
      @Override
      public void onMessage(Q message) {
        answered.run(() -> super.onMessage(message));
      }

      @Override
      public void onHalfClose() {
        answered.run(super::onHalfClose);
      }

      @Override
      public void onReady() {
        answered.run(super::onReady);
      }
    };
  }
}
