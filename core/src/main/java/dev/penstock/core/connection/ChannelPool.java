package dev.penstock.core.connection;

import io.grpc.CallCredentials;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Channels to the Storage APIs, each shared by a bounded number of streams. Thread-safe. */
public final class ChannelPool implements AutoCloseable {
  /** The service allows 100 streams on one HTTP/2 connection; some are left to unary calls. */
  static final int STREAMS_PER_CHANNEL = 90;

  private static final long KEEP_ALIVE_SECONDS = 60;
  private static final long CLOSE_SECONDS = 2;

  private static final Logger LOG = LoggerFactory.getLogger(ChannelPool.class);

  private final String target;
  private final boolean plaintext;
  private final String userAgent;
  private final @Nullable CallCredentials credentials;
  private final List<SharedChannel> channels = new ArrayList<>();
  private boolean closed;

  ChannelPool(
      String target, boolean plaintext, String userAgent, @Nullable CallCredentials credentials) {
    this.target = target;
    this.plaintext = plaintext;
    this.userAgent = userAgent;
    this.credentials = credentials;
  }

  /** Takes a place on a channel, opening one when all are full. Nothing is sent yet. */
  public synchronized Lease lease() {
    if (closed) {
      throw new IllegalStateException("the channel pool is closed");
    }
    for (SharedChannel channel : channels) {
      if (channel.leases < STREAMS_PER_CHANNEL) {
        return new Lease(channel);
      }
    }
    SharedChannel opened = new SharedChannel(open());
    channels.add(opened);
    return new Lease(opened);
  }

  synchronized int channelCount() {
    return channels.size();
  }

  private ManagedChannel open() {
    NettyChannelBuilder builder =
        NettyChannelBuilder.forTarget(target)
            .userAgent(userAgent)
            .disableRetry()
            .intercept(new WayFaults(target, plaintext))
            // Listeners only enqueue, so they may run on the event loop.
            .directExecutor();
    if (plaintext) {
      return builder.usePlaintext().build();
    }
    return builder
        .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
        .keepAliveTimeout(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
        .build();
  }

  /** Ends every stream at once and waits at most two seconds for each transport. */
  @Override
  public void close() {
    List<SharedChannel> open;
    synchronized (this) {
      closed = true;
      open = List.copyOf(channels);
      channels.clear();
    }
    open.forEach(shared -> shared.channel.shutdownNow());
    try {
      for (SharedChannel shared : open) {
        if (!shared.channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
          LOG.debug("The channel to {} did not end in {} s", target, CLOSE_SECONDS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class SharedChannel {
    private final ManagedChannel channel;
    private int leases;

    private SharedChannel(ManagedChannel channel) {
      this.channel = channel;
    }
  }

  /** One place on a channel; closing gives it back. Thread-safe. */
  public final class Lease implements AutoCloseable {
    private final SharedChannel shared;
    private boolean released;

    private Lease(SharedChannel shared) {
      this.shared = shared;
      shared.leases++;
    }

    /** The channel to make one stream on. */
    public Channel channel() {
      return shared.channel;
    }

    /**
     * Lets a channel that waits after a failed attempt connect at once. Callers have schedules of
     * their own; the channel's waits grow to two minutes, during which calls fail unsent.
     */
    public void connectNow() {
      shared.channel.resetConnectBackoff();
    }

    /** Options of a call, credentials included. */
    public CallOptions callOptions() {
      return credentials == null
          ? CallOptions.DEFAULT
          : CallOptions.DEFAULT.withCallCredentials(credentials);
    }

    @Override
    public void close() {
      synchronized (ChannelPool.this) {
        if (!released) {
          released = true;
          shared.leases--;
        }
      }
    }
  }
}
