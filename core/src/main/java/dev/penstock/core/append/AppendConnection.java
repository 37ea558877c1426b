package dev.penstock.core.append;

import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import dev.penstock.core.connection.ChannelPool;
import dev.penstock.core.time.Wakeup;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * One AppendRows call. The owner thread sends and polls; the transport's callbacks only put events
 * into a queue, which never holds more than one response for each request in flight and one end.
 */
final class AppendConnection {
  /**
   * Requests wait in the transport up to this many bytes before the connection says "not ready".
   */
  private static final int READY_BYTES = 2 << 20;

  private static final Metadata.Key<String> ROUTING =
      Metadata.Key.of("x-goog-request-params", Metadata.ASCII_STRING_MARSHALLER);

  private final ChannelPool.Lease lease;
  private final ClientCall<AppendRequest, AppendRowsResponse> call;
  private final Queue<Event> events = new ConcurrentLinkedQueue<>();
  private final ArrayDeque<AppendBatch> unanswered = new ArrayDeque<>();
  private final Map<String, WriterSchema> sent = new HashMap<>();
  private final Map<String, WriterSchema> accepted = new HashMap<>();
  private final StreamWorker.Settings settings;
  private final Wakeup wakeup;
  private boolean first = true;
  private boolean answered;
  private long unansweredBytes;
  private int latestBytes;

  /** What the transport told. */
  sealed interface Event {
    /** The answer to the oldest request without one. */
    record Answer(AppendRowsResponse response) implements Event {}

    /** The call is over. */
    record End(Status status, @Nullable Metadata trailers) implements Event {}
  }

  private AppendConnection(ChannelPool.Lease lease, StreamWorker.Settings settings, Wakeup wakeup) {
    this.lease = lease;
    this.settings = settings;
    this.wakeup = wakeup;
    this.call =
        lease
            .channel()
            .newCall(
                AppendRequestMarshaller.METHOD,
                lease.callOptions().withOnReadyThreshold(READY_BYTES));
  }

  /**
   * Starts a call.
   *
   * @param wakeup called when there is an event, or room for another request
   */
  static AppendConnection open(
      ChannelPool channels, StreamWorker.Settings settings, String routing, Wakeup wakeup) {
    AppendConnection connection = new AppendConnection(channels.lease(), settings, wakeup);
    connection.lease.connectNow();
    Metadata headers = new Metadata();
    headers.put(ROUTING, routing);
    connection.call.start(connection.new Listener(), headers);
    connection.call.request(settings.maxInFlightRequests());
    return connection;
  }

  /** Whether another request may be sent now; the first may always. */
  boolean isReady() {
    return unanswered.size() < settings.maxInFlightRequests() && (first || call.isReady());
  }

  /** Whether a request of this schema needs no new connection. */
  boolean speaks(AppendBatch batch) {
    WriterSchema known = sent.get(batch.stream().name());
    return settings.multiplexed() || known == null || known == batch.schema();
  }

  /**
   * Sends a batch. Stream and schema go along until the service has stored rows of that schema: a
   * refused request may not have made them known.
   */
  void send(AppendBatch batch, long nowNanos) {
    String stream = batch.stream().name();
    boolean withSchema = accepted.get(stream) != batch.schema();
    AppendRowsRequest envelope =
        first
            ? AppendRequest.firstEnvelope(batch, settings.traceId())
            : AppendRequest.envelope(batch, withSchema || settings.multiplexed());
    batch.sent(nowNanos);
    unanswered.add(batch);
    latestBytes = batch.rows().size();
    unansweredBytes += latestBytes;
    sent.put(stream, batch.schema());
    first = false;
    call.sendMessage(AppendRequest.of(envelope, batch, withSchema));
  }

  /** Notes that a batch was stored. */
  void stored(AppendBatch batch) {
    accepted.put(batch.stream().name(), batch.schema());
  }

  /** Takes the next event; null when there is none. */
  @Nullable Event poll() {
    return events.poll();
  }

  /** Takes the batch that an answer belongs to: answers come in order (WA-047). */
  @Nullable AppendBatch answer() {
    answered = true;
    call.request(1);
    AppendBatch batch = unanswered.poll();
    unansweredBytes -= batch == null ? 0 : batch.rows().size();
    return batch;
  }

  /** The most that the transport holds of requests without an answer, in memory of its own. */
  long transportBytes() {
    return Math.min(unansweredBytes, READY_BYTES + latestBytes);
  }

  /** Forgets a stream that gets no more rows. */
  void forget(String stream) {
    sent.remove(stream);
    accepted.remove(stream);
  }

  /** The batches without an answer, oldest first. */
  ArrayDeque<AppendBatch> unanswered() {
    return unanswered;
  }

  /** Whether it ever answered: a connection that did was healthy. */
  boolean hasAnswered() {
    return answered;
  }

  /** Ends a connection on which nothing waits for an answer. */
  void finish() {
    call.halfClose();
    lease.close();
  }

  /** Ends a connection at once; what is unanswered may or may not be stored. */
  void cancel(String why) {
    call.cancel(why, null);
    lease.close();
  }

  /** Gives the channel place back after the end. */
  void release() {
    lease.close();
  }

  private final class Listener extends ClientCall.Listener<AppendRowsResponse> {
    @Override
    public void onMessage(AppendRowsResponse response) {
      events.add(new Event.Answer(response));
      wakeup.call();
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      events.add(new Event.End(status, trailers));
      wakeup.call();
    }

    @Override
    public void onReady() {
      wakeup.call();
    }
  }
}
