package dev.penstock.core.append;

import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsRequest;
import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.cloud.bigquery.storage.v1.CreateWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.FinalizeWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.FinalizeWriteStreamResponse;
import com.google.cloud.bigquery.storage.v1.FlushRowsRequest;
import com.google.cloud.bigquery.storage.v1.FlushRowsResponse;
import com.google.cloud.bigquery.storage.v1.GetWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.StorageError;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A BigQueryWrite server that answers AppendRows by a script and fails the way the service does.
 * Thread-safe.
 */
public final class ScriptedWriteServer implements AutoCloseable {
  private static final int MAX_MESSAGE_BYTES = 64 << 20;
  private static final Timestamp COMMIT_TIME = Timestamp.newBuilder().setSeconds(1).build();

  private final Server server;
  private final int port;
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final List<ByteString> stored = new CopyOnWriteArrayList<>();
  private final List<String> routing = new CopyOnWriteArrayList<>();
  private final List<Connection> open = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final FakeStreams streams = new FakeStreams();
  private final UnaryScript unary = new UnaryScript();
  private volatile Function<Request, Reply> script = request -> Reply.ack();
  private volatile boolean reading = true;

  private ScriptedWriteServer(int wanted) {
    try {
      server =
          NettyServerBuilder.forAddress(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted))
              .maxInboundMessageSize(MAX_MESSAGE_BYTES)
              .directExecutor()
              .intercept(new RoutingRecorder())
              .addService(new Service())
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.port = server.getPort();
  }

  /** Starts on a free port; every request is acknowledged until a script says otherwise. */
  public static ScriptedWriteServer start() {
    return new ScriptedWriteServer(0);
  }

  /** Starts another server on the port of one that is closed. */
  public static ScriptedWriteServer inPlaceOf(ScriptedWriteServer closed) {
    return new ScriptedWriteServer(closed.port);
  }

  /**
   * A request as it came.
   *
   * @param connection the number of its connection, from 1
   * @param number its number over all connections, from 1
   * @param stream the stream that it goes to
   */
  public record Request(int connection, int number, String stream, AppendRowsRequest message) {
    /** Its rows. */
    public List<ByteString> rows() {
      return message.getProtoRows().getRows().getSerializedRowsList();
    }

    /** Whether it tells the schema of its rows. */
    public boolean hasSchema() {
      return message.getProtoRows().hasWriterSchema();
    }
  }

  /** {@code host:port}. */
  public String target() {
    return "127.0.0.1:" + port;
  }

  /** Answers by this function from now on. */
  public void script(Function<Request, Reply> replies) {
    script = replies;
  }

  /** Answers unary calls by this function from now on. */
  public void scriptCalls(Function<UnaryScript.Call, UnaryScript.CallReply> replies) {
    unary.script(replies);
  }

  /** The streams that count their rows. */
  public FakeStreams streams() {
    return streams;
  }

  /** The unary calls so far, each as method and target. */
  public List<String> calls() {
    return unary.calls().stream().map(call -> call.method() + " " + call.target()).toList();
  }

  /** Stops or starts to take requests from the transport. */
  public void read(boolean on) {
    reading = on;
    if (on) {
      open.forEach(connection -> connection.responses.request(1));
    }
  }

  /** Ends every open call. */
  public void endAll(Status status) {
    open.forEach(connection -> connection.end(status));
  }

  /** The requests so far, in order of arrival. */
  public List<Request> requests() {
    return List.copyOf(requests);
  }

  /** The rows stored so far. */
  public List<ByteString> stored() {
    return List.copyOf(stored);
  }

  /** How many calls were made. */
  public int connections() {
    return connections.get();
  }

  /** The routing header of each call. */
  public List<String> routing() {
    return List.copyOf(routing);
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      if (!server.awaitTermination(5, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the server did not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class RoutingRecorder implements ServerInterceptor {
    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      String value =
          headers.get(Metadata.Key.of("x-goog-request-params", Metadata.ASCII_STRING_MARSHALLER));
      routing.add(String.valueOf(value));
      return next.startCall(call, headers);
    }
  }

  private final class Service extends BigQueryWriteGrpc.BigQueryWriteImplBase {
    @Override
    public StreamObserver<AppendRowsRequest> appendRows(
        StreamObserver<AppendRowsResponse> responses) {
      Connection connection =
          new Connection(
              connections.incrementAndGet(),
              (ServerCallStreamObserver<AppendRowsResponse>) responses);
      connection.responses.disableAutoRequest();
      connection.responses.setOnCancelHandler(() -> open.remove(connection));
      if (reading) {
        connection.responses.request(1);
      }
      open.add(connection);
      return connection;
    }

    @Override
    public void createWriteStream(
        CreateWriteStreamRequest request, StreamObserver<WriteStream> response) {
      unary.answer(
          "CreateWriteStream",
          request.getParent(),
          response,
          () ->
              WriteStream.newBuilder()
                  .setName(streams.create(request.getParent()))
                  .setType(request.getWriteStream().getType())
                  .build());
    }

    @Override
    public void flushRows(FlushRowsRequest request, StreamObserver<FlushRowsResponse> response) {
      unary.answer(
          "FlushRows",
          request.getWriteStream(),
          response,
          () ->
              FlushRowsResponse.newBuilder()
                  .setOffset(
                      streams.flush(request.getWriteStream(), request.getOffset().getValue()))
                  .build());
    }

    @Override
    public void getWriteStream(
        GetWriteStreamRequest request, StreamObserver<WriteStream> response) {
      unary.answer(
          "GetWriteStream",
          request.getName(),
          response,
          () -> {
            WriteStream.Builder stream = WriteStream.newBuilder().setName(request.getName());
            if (streams.isCommitted(request.getName())) {
              stream.setCommitTime(COMMIT_TIME);
            }
            return stream.build();
          });
    }

    @Override
    public void batchCommitWriteStreams(
        BatchCommitWriteStreamsRequest request,
        StreamObserver<BatchCommitWriteStreamsResponse> response) {
      unary.answer(
          "BatchCommitWriteStreams",
          String.join(" ", request.getWriteStreamsList()),
          response,
          () -> {
            List<StorageError> errors = streams.commit(request.getWriteStreamsList());
            return errors.isEmpty()
                ? BatchCommitWriteStreamsResponse.newBuilder().setCommitTime(COMMIT_TIME).build()
                : BatchCommitWriteStreamsResponse.newBuilder().addAllStreamErrors(errors).build();
          });
    }

    @Override
    public void finalizeWriteStream(
        FinalizeWriteStreamRequest request, StreamObserver<FinalizeWriteStreamResponse> response) {
      unary.answer(
          "FinalizeWriteStream",
          request.getName(),
          response,
          () ->
              FinalizeWriteStreamResponse.newBuilder()
                  .setRowCount(streams.finalizeStream(request.getName()))
                  .build());
    }
  }

  private final class Connection implements StreamObserver<AppendRowsRequest> {
    private final int number;
    private final ServerCallStreamObserver<AppendRowsResponse> responses;
    private String stream = "";
    private boolean ended;

    /** Answers come in order, so behind a request without one there is none. */
    private boolean silent;

    private Connection(int number, ServerCallStreamObserver<AppendRowsResponse> responses) {
      this.number = number;
      this.responses = responses;
    }

    @Override
    public synchronized void onNext(AppendRowsRequest message) {
      if (ended) {
        return;
      }
      if (!message.getWriteStream().isEmpty()) {
        stream = message.getWriteStream();
      }
      Request request;
      synchronized (requests) {
        request = new Request(number, requests.size() + 1, stream, message);
        requests.add(request);
      }
      if (silent) {
        readOn();
        return;
      }
      Reply reply = script.apply(request);
      AppendRowsResponse response = reply.store() ? store(request, reply) : reply.response();
      if (response != null) {
        responses.onNext(response.toBuilder().setWriteStream(message.getWriteStream()).build());
      }
      silent = response == null;
      if (reply.end() != null) {
        end(reply.end());
      } else {
        readOn();
      }
    }

    private void readOn() {
      if (reading) {
        responses.request(1);
      }
    }

    /** The scripted answer, unless a stream that counts has its own. */
    private @Nullable AppendRowsResponse store(Request request, Reply reply) {
      if (!request.message().hasOffset()) {
        stored.addAll(new ArrayList<>(request.rows()));
        return reply.response();
      }
      AppendRowsResponse answer =
          streams.append(stream, request.message().getOffset().getValue(), request.rows());
      if (answer.hasAppendResult()) {
        stored.addAll(new ArrayList<>(request.rows()));
      }
      return reply.response() == null ? null : answer;
    }

    private synchronized void end(Status status) {
      if (!ended) {
        ended = true;
        open.remove(this);
        responses.onError(Reply.exception(status));
      }
    }

    @Override
    public void onError(Throwable cancelled) {
      open.remove(this);
    }

    @Override
    public synchronized void onCompleted() {
      if (!ended) {
        ended = true;
        open.remove(this);
        responses.onCompleted();
      }
    }
  }
}
