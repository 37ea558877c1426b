package dev.penstock.benchmarks.append;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import dev.penstock.benchmarks.client.Rest;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A process that acknowledges appends after a while and skips their rows, so that only what the
 * client costs counts. Tables are those of a local BigQuery in the same process. Ends with its
 * standard input.
 */
final class AckServer {
  private static final int MAX_REQUEST_BYTES = 64 << 20;
  private static final int WINDOW_BYTES = 8 << 20;

  private AckServer() {}

  /**
   * Prints the gRPC target and the REST URL.
   *
   * @param arguments the milliseconds until an answer
   */
  public static void main(String... arguments) throws Exception {
    long delayMillis = Long.parseLong(arguments[0]);
    ScheduledExecutorService later =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "answers");
              thread.setDaemon(true);
              return thread;
            });
    try (LocalBigQuery tables = LocalBigQuery.start(LocalOptions.inMemory())) {
      new Rest(tables.restUrl()).createDataset();
      Server server =
          NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .maxInboundMessageSize(MAX_REQUEST_BYTES)
              .flowControlWindow(WINDOW_BYTES)
              .directExecutor()
              .addService(service(later, delayMillis))
              .build()
              .start();
      System.out.println("127.0.0.1:" + server.getPort() + " " + tables.restUrl());
      while (System.in.read() >= 0) {
        // Until the parent closes it.
      }
      server.shutdownNow();
    }
  }

  private static ServerServiceDefinition service(ScheduledExecutorService later, long delayMillis) {
    MethodDescriptor<AckedRequest, AppendRowsResponse> method = AckedRequest.METHOD;
    ServiceDescriptor descriptor =
        ServiceDescriptor.newBuilder(BigQueryWriteGrpc.SERVICE_NAME).addMethod(method).build();
    return ServerServiceDefinition.builder(descriptor)
        .addMethod(
            method,
            ServerCalls.asyncBidiStreamingCall(
                answers -> new Acknowledging(answers, later, delayMillis)))
        .build();
  }

  /** One call. */
  private record Acknowledging(
      StreamObserver<AppendRowsResponse> answers, ScheduledExecutorService later, long delayMillis)
      implements StreamObserver<AckedRequest> {
    private static final AppendRowsResponse STORED =
        AppendRowsResponse.newBuilder()
            .setAppendResult(AppendRowsResponse.AppendResult.getDefaultInstance())
            .build();

    @Override
    public void onNext(AckedRequest request) {
      AppendRowsResponse answer = STORED.toBuilder().setWriteStream(request.stream()).build();
      if (delayMillis == 0) {
        answers.onNext(answer);
      } else {
        Future<?> unused = later.schedule(() -> send(answer), delayMillis, TimeUnit.MILLISECONDS);
      }
    }

    private void send(AppendRowsResponse answer) {
      synchronized (answers) {
        answers.onNext(answer);
      }
    }

    @Override
    public void onError(Throwable failure) {
      // The client is gone.
    }

    @Override
    public void onCompleted() {
      Future<?> unused = later.schedule(this::end, delayMillis, TimeUnit.MILLISECONDS);
    }

    private void end() {
      synchronized (answers) {
        answers.onCompleted();
      }
    }
  }
}
