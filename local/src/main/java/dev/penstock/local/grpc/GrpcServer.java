package dev.penstock.local.grpc;

import dev.penstock.local.service.FaultPoint;
import dev.penstock.local.service.ReadSessions;
import dev.penstock.local.service.TableWrites;
import dev.penstock.local.service.WriteOptions;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The gRPC port. Thread-safe. */
public final class GrpcServer implements AutoCloseable {
  /** Above the service's own limit, so that the service's own text answers (WA-067). */
  private static final int MAX_MESSAGE_BYTES = 64 << 20;

  private final Server server;
  private final ExecutorService executor;
  private final WriteModes modes;
  private final IdleConnections idle;

  private GrpcServer(
      Server server, ExecutorService executor, WriteModes modes, IdleConnections idle) {
    this.server = server;
    this.executor = executor;
    this.modes = modes;
    this.idle = idle;
  }

  /**
   * Starts the server.
   *
   * @param ackOnly acknowledge appends without decoding or storing rows
   */
  public static GrpcServer start(
      InetSocketAddress address,
      TableWrites writes,
      ReadSessions reads,
      FaultPoint faults,
      boolean ackOnly,
      WriteOptions options,
      InstantSource clock)
      throws IOException {
    IdleConnections idle = new IdleConnections(options.idleTime(), clock);
    ServerServiceDefinition service =
        new WriteService(
                new AppendConnection.Context(
                    writes,
                    faults,
                    options,
                    new KnownColumns(options.newColumns(), clock),
                    idle,
                    clock),
                new NewTableFaults(options.newTables(), clock))
            .bindService();
    WriteModes modes = new WriteModes(service, ackOnly);
    AtomicInteger count = new AtomicInteger();
    ExecutorService executor =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "penstock-grpc-" + count.incrementAndGet());
              thread.setDaemon(true);
              // Else it keeps the loader of whatever called when it was made, in one process.
              thread.setContextClassLoader(GrpcServer.class.getClassLoader());
              return thread;
            });
    Server server =
        NettyServerBuilder.forAddress(address)
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .flowControlWindow(8 << 20)
            .executor(executor)
            .fallbackHandlerRegistry(modes.registry())
            .addService(
                CallReset.in(
                    ServerInterceptors.intercept(
                        new ReadService(reads, faults).bindService(), new FailedCalls())))
            .build();
    try {
      return new GrpcServer(server.start(), executor, modes, idle);
    } catch (IOException e) {
      executor.shutdownNow();
      idle.close();
      throw e;
    }
  }

  /** The port it listens on. */
  public int port() {
    return server.getPort();
  }

  /** Whether calls that begin now acknowledge appends without storing rows. */
  public boolean isAckOnly() {
    return modes.isAckOnly();
  }

  /** Decides about calls that begin from now on. */
  public void setAckOnly(boolean on) {
    modes.setAckOnly(on);
  }

  @Override
  public void close() {
    idle.close();
    server.shutdownNow();
    executor.shutdownNow();
    try {
      if (!server.awaitTermination(5, TimeUnit.SECONDS)) {
        throw new IllegalStateException("The gRPC server did not stop in 5 seconds");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
