package dev.penstock.local;

import java.util.List;

/**
 * Loads what the start of a server would wait for, on a thread of its own: DuckDB's library, its
 * event for the flight recorder, and Netty. The initializers of these classes do that work and have
 * no public name.
 */
final class LoadAhead implements Runnable {
  /** In the order in which a start comes to them. */
  private static final List<String> CLASSES =
      List.of(
          "org.duckdb.DuckDBNative",
          "org.duckdb.DuckDBDriver",
          "io.grpc.netty.shaded.io.netty.channel.epoll.Epoll",
          "io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder",
          "io.grpc.netty.shaded.io.netty.buffer.PooledByteBufAllocator",
          "io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup",
          "io.grpc.netty.shaded.io.netty.buffer.AdaptiveByteBufAllocator");

  private LoadAhead() {}

  static void start() {
    Thread thread = new Thread(new LoadAhead(), "penstock-load-ahead");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    for (String name : CLASSES) {
      try {
        Class.forName(name);
      } catch (ClassNotFoundException | LinkageError e) {
        // Its first user says why.
        return;
      }
    }
  }
}
