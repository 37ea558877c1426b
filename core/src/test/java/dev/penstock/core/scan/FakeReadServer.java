package dev.penstock.core.scan;

import com.google.cloud.bigquery.storage.v1.AvroRows;
import com.google.cloud.bigquery.storage.v1.AvroSchema;
import com.google.cloud.bigquery.storage.v1.BigQueryReadGrpc;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.ReadRowsRequest;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import com.google.cloud.bigquery.storage.v1.ReadStream;
import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * A BigQueryRead server with one stream whose rows are the numbers from 0 on, in blocks of three.
 * It honours offsets, sends only what it was asked for, and fails the way the service does.
 * Thread-safe.
 */
final class FakeReadServer implements AutoCloseable {
  static final String SCHEMA =
      "{\"type\":\"record\",\"name\":\"__root__\",\"fields\":[{\"name\":\"id\",\"type\":\"long\"}]}";
  static final String STREAM = "projects/p/locations/us/sessions/s/streams/a";
  static final int BLOCK_ROWS = 3;

  private final Server server;
  private final int rows;
  private final Queue<Turn> turns = new ConcurrentLinkedQueue<>();
  private final Queue<StatusRuntimeException> refusals = new ConcurrentLinkedQueue<>();
  private final List<ReadRowsRequest> reads = new CopyOnWriteArrayList<>();
  private final List<CreateReadSessionRequest> sessions = new CopyOnWriteArrayList<>();
  private final List<Integer> sent = new CopyOnWriteArrayList<>();

  /**
   * What one ReadRows call gets instead of all rows.
   *
   * @param blocks how many blocks come first
   * @param end what comes then; null for nothing at all
   */
  record Turn(int blocks, @Nullable StatusRuntimeException end) {}

  FakeReadServer(int rows) {
    this.rows = rows;
    try {
      server =
          NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .addService(new Service())
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return server.getPort();
  }

  /** The next ReadRows call breaks after some blocks. */
  FakeReadServer breakAfter(int blocks, Status status) {
    return breakAfter(blocks, status.asRuntimeException());
  }

  FakeReadServer breakAfter(int blocks, StatusRuntimeException end) {
    turns.add(new Turn(blocks, end));
    return this;
  }

  /** The next ReadRows call falls silent after some blocks. */
  FakeReadServer hangAfter(int blocks) {
    turns.add(new Turn(blocks, null));
    return this;
  }

  /** The next CreateReadSession call is refused. */
  FakeReadServer refuseSession(Status status) {
    refusals.add(status.asRuntimeException(new Metadata()));
    return this;
  }

  List<ReadRowsRequest> reads() {
    return reads;
  }

  List<CreateReadSessionRequest> sessions() {
    return sessions;
  }

  /** How many blocks went out in all calls. */
  int blocksSent() {
    return sent.size();
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ReadRowsResponse block(int first, int count) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    try {
      for (int i = first; i < first + count; i++) {
        encoder.writeLong(i);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ReadRowsResponse.newBuilder()
        .setRowCount(count)
        .setAvroRows(
            AvroRows.newBuilder().setSerializedBinaryRows(ByteString.copyFrom(bytes.toByteArray())))
        .build();
  }

  private final class Service extends BigQueryReadGrpc.BigQueryReadImplBase {
    @Override
    public void createReadSession(
        CreateReadSessionRequest request,
        StreamObserver<com.google.cloud.bigquery.storage.v1.ReadSession> observer) {
      sessions.add(request);
      StatusRuntimeException refusal = refusals.poll();
      if (refusal != null) {
        observer.onError(refusal);
        return;
      }
      observer.onNext(
          request.getReadSession().toBuilder()
              .setName("projects/p/locations/us/sessions/s")
              .setAvroSchema(AvroSchema.newBuilder().setSchema(SCHEMA))
              .setExpireTime(Timestamp.newBuilder().setSeconds(1_767_247_200))
              .addStreams(ReadStream.newBuilder().setName(STREAM))
              .build());
      observer.onCompleted();
    }

    @Override
    public void readRows(ReadRowsRequest request, StreamObserver<ReadRowsResponse> observer) {
      reads.add(request);
      Turn turn = turns.poll();
      ArrayDeque<ReadRowsResponse> blocks = new ArrayDeque<>();
      for (int first = (int) request.getOffset(); first < rows; first += BLOCK_ROWS) {
        if (turn != null && blocks.size() == turn.blocks()) {
          break;
        }
        blocks.add(block(first, Math.min(BLOCK_ROWS, rows - first)));
      }
      ServerCallStreamObserver<ReadRowsResponse> call =
          (ServerCallStreamObserver<ReadRowsResponse>) observer;
      Runnable send =
          () -> {
            while (call.isReady() && !blocks.isEmpty()) {
              call.onNext(blocks.remove());
              sent.add(1);
              if (blocks.isEmpty()) {
                end(call, turn);
              }
            }
          };
      call.setOnReadyHandler(send);
      if (blocks.isEmpty()) {
        end(call, turn);
      }
    }

    private void end(ServerCallStreamObserver<ReadRowsResponse> call, @Nullable Turn turn) {
      if (turn == null) {
        call.onCompleted();
      } else if (turn.end() != null) {
        call.onError(turn.end());
      }
    }
  }
}
