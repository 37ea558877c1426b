package dev.penstock.testkit.tap;

import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import io.grpc.CallOptions;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerMethodDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A gRPC proxy that passes every call on unchanged and keeps the rows of AppendRows that the server
 * acknowledged. A client is pointed at {@link #target()} in place of the server. Thread-safe.
 *
 * <p>Row counts are those of the wire: a row that a client sends twice is here twice.
 */
public final class AppendTap implements AutoCloseable {
  // The service's limit for a request is 20 MB with its envelope.
  private static final int MAX_MESSAGE_BYTES = 32 << 20;

  private final ManagedChannel upstream;
  private final Server server;
  private final List<AppendedRow> rows = new ArrayList<>();

  private AppendTap(String target) {
    upstream =
        NettyChannelBuilder.forTarget(target)
            .usePlaintext()
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .build();
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .fallbackHandlerRegistry(new EveryMethod())
            .build();
  }

  /**
   * Starts a proxy before a server.
   *
   * @param target {@code host:port} of the server, plaintext
   */
  public static AppendTap start(String target) {
    AppendTap tap = new AppendTap(target);
    try {
      tap.server.start();
    } catch (IOException e) {
      tap.close();
      throw new UncheckedIOException(e);
    }
    return tap;
  }

  /** {@code host:port} that clients connect to, plaintext. */
  public String target() {
    return "127.0.0.1:" + server.getPort();
  }

  /** The rows acknowledged since the last call, in the order of the answers. */
  public List<AppendedRow> takeRows() {
    synchronized (rows) {
      List<AppendedRow> taken = List.copyOf(rows);
      rows.clear();
      return taken;
    }
  }

  void acknowledged(List<AppendedRow> answered) {
    synchronized (rows) {
      rows.addAll(answered);
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
    upstream.shutdownNow();
    try {
      server.awaitTermination(5, TimeUnit.SECONDS);
      upstream.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class EveryMethod extends HandlerRegistry {
    @Override
    public ServerMethodDefinition<?, ?> lookupMethod(String name, @Nullable String authority) {
      boolean appends = BigQueryWriteGrpc.getAppendRowsMethod().getFullMethodName().equals(name);
      MethodDescriptor<byte[], byte[]> method =
          MethodDescriptor.newBuilder(Bytes.MARSHALLER, Bytes.MARSHALLER)
              .setFullMethodName(name)
              .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
              .build();
      return ServerMethodDefinition.create(
          method,
          (call, headers) ->
              new ForwardedCall(
                      call,
                      upstream.newCall(method, CallOptions.DEFAULT),
                      appends ? new AppendDecoder(AppendTap.this::acknowledged) : null)
                  .start(headers));
    }
  }
}
