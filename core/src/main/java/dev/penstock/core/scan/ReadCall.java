package dev.penstock.core.scan;

import com.google.cloud.bigquery.storage.v1.BigQueryReadGrpc;
import com.google.cloud.bigquery.storage.v1.ReadRowsRequest;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import dev.penstock.core.connection.ChannelPool;
import dev.penstock.core.model.ServiceLimits;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * One ReadRows call. The transport's callbacks only put events into a queue, and the service sends
 * only what was asked for, so the queue never holds more than one block and one end of it.
 */
final class ReadCall {
  /** Room for what a response holds besides its rows. */
  private static final int ENVELOPE_BYTES = 1 << 20;

  private final ChannelPool.Lease lease;
  private final ClientCall<ReadRowsRequest, ReadRowsResponse> call;

  /** What a call told, with the call: events of a call that was given up are stale. */
  sealed interface Event {
    /** Some rows. */
    record Rows(ReadCall source, ReadRowsResponse response) implements Event {}

    /** The call is over. */
    record End(ReadCall source, Status status, @Nullable Metadata trailers) implements Event {}

    /** No call told anything; somebody wants the waiting thread back. */
    record WakeUp() implements Event {}
  }

  private ReadCall(ChannelPool.Lease lease) {
    this.lease = lease;
    this.call =
        lease
            .channel()
            .newCall(
                BigQueryReadGrpc.getReadRowsMethod(),
                lease
                    .callOptions()
                    .withMaxInboundMessageSize(
                        ServiceLimits.READ_RESPONSE_BYTES.intValue() + ENVELOPE_BYTES));
  }

  /** Starts a call for the rows of a stream from an offset on, and asks for its first response. */
  static ReadCall open(ChannelPool channels, String stream, long offset, Queue<Event> events) {
    ReadCall opened = new ReadCall(channels.lease());
    opened.lease.connectNow();
    opened.call.start(opened.new Listener(events), Routing.headers("read_stream", stream));
    opened.call.sendMessage(
        ReadRowsRequest.newBuilder().setReadStream(stream).setOffset(offset).build());
    opened.call.halfClose();
    opened.askForMore();
    return opened;
  }

  /** Lets the service send one more response. */
  void askForMore() {
    call.request(1);
  }

  /** Ends the call at once. */
  void cancel(String why) {
    call.cancel(why, null);
    lease.close();
  }

  /** Gives the channel place back after the end. */
  void release() {
    lease.close();
  }

  private final class Listener extends ClientCall.Listener<ReadRowsResponse> {
    private final Queue<Event> events;

    Listener(Queue<Event> events) {
      this.events = events;
    }

    @Override
    public void onMessage(ReadRowsResponse response) {
      events.add(new Event.Rows(ReadCall.this, response));
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      events.add(new Event.End(ReadCall.this, status, trailers));
    }
  }
}
