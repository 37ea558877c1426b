package dev.penstock.benchmarks.property;

import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Rest;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import dev.penstock.local.catalog.TableId;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;

/** A local BigQuery in this process that histories run on. Thread-safe. */
final class Target implements AutoCloseable {
  private final LocalBigQuery server = LocalBigQuery.start(LocalOptions.inMemory());
  private final Rest rest = new Rest(server.restUrl());
  private final ManagedChannel channel =
      NettyChannelBuilder.forTarget(server.grpcTarget()).usePlaintext().build();

  static Target start() throws GoneException, InterruptedException {
    Target target = new Target();
    target.rest.createDataset();
    return target;
  }

  Rest rest() {
    return rest;
  }

  ManagedChannel channel() {
    return channel;
  }

  void applyChanges(String table) {
    server.applyChanges(new TableId("p", "d", table));
  }

  void drop(String table) throws GoneException, InterruptedException {
    rest.must("DELETE", "datasets/d/tables/" + table, "");
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.close();
  }
}
