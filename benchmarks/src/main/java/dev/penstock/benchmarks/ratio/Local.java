package dev.penstock.benchmarks.ratio;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import dev.penstock.benchmarks.client.Appends;
import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Rest;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import dev.penstock.local.catalog.TableId;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.util.List;

/** A local BigQuery in this process with a client. One owner thread. */
final class Local implements AutoCloseable {
  private static final int MEMORY_MB = 4096;
  private static final int MAX_ANSWER_BYTES = 64 << 20;

  private final LocalBigQuery server;
  private final Rest rest;
  private final ManagedChannel channel;

  Local(LocalOptions options) throws GoneException, InterruptedException {
    server = LocalBigQuery.start(options.withMemoryLimitMb(MEMORY_MB));
    rest = new Rest(server.restUrl());
    channel =
        NettyChannelBuilder.forTarget(server.grpcTarget())
            .usePlaintext()
            .maxInboundMessageSize(MAX_ANSWER_BYTES)
            .build();
    rest.createDataset();
  }

  Rest rest() {
    return rest;
  }

  ManagedChannel channel() {
    return channel;
  }

  /** Applies the changes of a table; the seconds that took. */
  double applyChanges(String table) {
    long began = System.nanoTime();
    server.applyChanges(new TableId("p", "d", table));
    return (System.nanoTime() - began) / 1e9;
  }

  /** Appends to the default stream until all is acknowledged; the seconds that took. */
  double append(String table, DescriptorProto schema, List<List<ByteString>> requests, int inFlight)
      throws GoneException, InterruptedException {
    long began = System.nanoTime();
    Appends appends = new Appends(channel, Appends.defaultStream(table), schema);
    for (int sent = 0; sent < requests.size() + inFlight; sent++) {
      if (sent >= inFlight) {
        appends.offset();
      }
      if (sent < requests.size()) {
        appends.send(null, requests.get(sent));
      }
    }
    appends.end();
    return (System.nanoTime() - began) / 1e9;
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.close();
  }
}
