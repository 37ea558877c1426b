package dev.penstock.benchmarks.append;

import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.cloud.bigquery.storage.v1.ProtoSchema;
import com.google.protobuf.CodedOutputStream;
import dev.penstock.core.encode.RowBuffer;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The least that an append takes: one buffer of rows, encoded and handed to a gRPC call. One owner
 * thread.
 */
final class GrpcAppender implements Appender {
  private static final int BUFFER_BYTES = 1 << 20;
  private static final int READY_BYTES = 2 << 20;
  private static final int MAX_IN_FLIGHT = 1 << 20;
  private static final int ANSWER_SECONDS = 60;

  private static final MethodDescriptor<Request, AppendRowsResponse> METHOD =
      BigQueryWriteGrpc.getAppendRowsMethod().toBuilder(
              new Marshaller(), BigQueryWriteGrpc.getAppendRowsMethod().getResponseMarshaller())
          .build();

  private final SampleRows rows = new SampleRows();
  private final RowBuffer buffer = new RowBuffer(BUFFER_BYTES);
  private final Semaphore answered = new Semaphore(0);
  private final Semaphore ready = new Semaphore(0);
  private final Queue<Long> begun = new ConcurrentLinkedQueue<>();
  private final Latencies latencies = new Latencies();
  private final ManagedChannel channel;
  private final ClientCall<Request, AppendRowsResponse> call;
  private final int rowsAnAppend;
  private boolean first = true;
  private int unanswered;

  GrpcAppender(Way.Target target) {
    this.rowsAnAppend = target.rowsAnAppend();
    this.channel = NettyChannelBuilder.forTarget(target.grpc()).usePlaintext().build();
    this.call = channel.newCall(METHOD, CallOptions.DEFAULT.withOnReadyThreshold(READY_BYTES));
    call.start(new Answers(), new Metadata());
    call.request(MAX_IN_FLIGHT);
  }

  private final class Answers extends ClientCall.Listener<AppendRowsResponse> {
    @Override
    public void onMessage(AppendRowsResponse response) {
      latencies.add(System.nanoTime() - begun.remove());
      answered.release();
    }

    @Override
    public void onReady() {
      ready.release();
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      ready.release();
    }
  }

  @Override
  public void append(int inFlight) throws Exception {
    unanswered -= answered.drainPermits();
    while (unanswered >= inFlight) {
      await(1);
    }
    while (!first && !call.isReady()) {
      ready.drainPermits();
      if (!call.isReady() && !ready.tryAcquire(ANSWER_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the call takes no requests");
      }
    }
    begun.add(System.nanoTime());
    rows.fill(buffer, rowsAnAppend);
    unanswered++;
    call.sendMessage(new Request(head(), buffer));
    first = false;
  }

  private byte[] head() throws IOException {
    byte[] schema =
        first
            ? ProtoSchema.newBuilder().setProtoDescriptor(rows.descriptor()).build().toByteArray()
            : new byte[0];
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    int size = CodedOutputStream.computeUInt32SizeNoTag(buffer.size()) + 1 + buffer.size();
    if (first) {
      out.writeString(AppendRowsRequest.WRITE_STREAM_FIELD_NUMBER, Way.Target.STREAM);
      size += CodedOutputStream.computeByteArraySize(1, schema);
    }
    out.writeTag(AppendRowsRequest.PROTO_ROWS_FIELD_NUMBER, 2);
    out.writeUInt32NoTag(size);
    if (first) {
      out.writeByteArray(AppendRowsRequest.ProtoData.WRITER_SCHEMA_FIELD_NUMBER, schema);
    }
    out.writeTag(AppendRowsRequest.ProtoData.ROWS_FIELD_NUMBER, 2);
    out.writeUInt32NoTag(buffer.size());
    out.flush();
    return bytes.toByteArray();
  }

  private void await(int answers) throws InterruptedException {
    if (!answered.tryAcquire(answers, ANSWER_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("no answer in " + ANSWER_SECONDS + " s");
    }
    unanswered -= answers;
  }

  @Override
  public void settle() throws InterruptedException {
    await(unanswered);
  }

  @Override
  public Latencies latencies() {
    return latencies;
  }

  @Override
  public void close() {
    call.halfClose();
    channel.shutdownNow();
  }

  /** One request: what comes before the rows, and the rows where they lie. */
  @SuppressWarnings("ArrayRecordComponent") // Nothing compares it.
  private record Request(byte[] head, RowBuffer rows) {}

  private static final class Marshaller implements MethodDescriptor.Marshaller<Request> {
    @Override
    public InputStream stream(Request request) {
      return new RequestStream(request);
    }

    @Override
    public Request parse(InputStream bytes) {
      throw new UnsupportedOperationException("a client parses no requests");
    }
  }

  /** Its bytes, which the transport takes all at once. */
  private static final class RequestStream extends InputStream implements KnownLength, Drainable {
    private final Request request;

    private RequestStream(Request request) {
      this.request = request;
    }

    @Override
    public int available() {
      return request.head().length + request.rows().size();
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      target.write(request.head());
      target.write(request.rows().array(), 0, request.rows().size());
      return available();
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException("the transport drains it");
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      throw new UnsupportedOperationException("the transport drains it");
    }
  }
}
