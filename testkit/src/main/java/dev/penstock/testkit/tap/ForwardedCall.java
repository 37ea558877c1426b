package dev.penstock.testkit.tap;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * One call that goes through: each side asks its peer for the next message once the other side took
 * the last one, so that the proxy holds at most one message a direction.
 */
final class ForwardedCall {
  private final ServerCall<byte[], byte[]> down;
  private final ClientCall<byte[], byte[]> up;
  private final @Nullable AppendDecoder decoder;

  /** Whether the next request is asked for only once the server takes more. */
  private boolean waiting;

  ForwardedCall(
      ServerCall<byte[], byte[]> down,
      ClientCall<byte[], byte[]> up,
      @Nullable AppendDecoder decoder) {
    this.down = down;
    this.up = up;
    this.decoder = decoder;
  }

  ServerCall.Listener<byte[]> start(Metadata headers) {
    up.start(new Answers(), headers);
    up.request(1);
    down.request(1);
    return new Requests();
  }

  private synchronized void takeNext() {
    if (waiting && up.isReady()) {
      waiting = false;
      down.request(1);
    }
  }

  private final class Requests extends ServerCall.Listener<byte[]> {
    @Override
    public void onMessage(byte[] message) {
      if (decoder != null) {
        decoder.request(message);
      }
      up.sendMessage(message);
      synchronized (ForwardedCall.this) {
        waiting = true;
      }
      takeNext();
    }

    @Override
    public void onHalfClose() {
      up.halfClose();
    }

    @Override
    public void onCancel() {
      up.cancel("The client cancelled", null);
    }
  }

  private final class Answers extends ClientCall.Listener<byte[]> {
    @Override
    public void onHeaders(Metadata headers) {
      down.sendHeaders(headers);
    }

    @Override
    public void onMessage(byte[] message) {
      if (decoder != null) {
        decoder.answer(message);
      }
      down.sendMessage(message);
      up.request(1);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      down.close(status, trailers);
    }

    @Override
    public void onReady() {
      takeNext();
    }
  }
}
