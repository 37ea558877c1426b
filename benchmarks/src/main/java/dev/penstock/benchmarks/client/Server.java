package dev.penstock.benchmarks.client;

import dev.penstock.benchmarks.process.Child;
import dev.penstock.local.LocalMain;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A local BigQuery in a process of its own, with connections to it. Thread-safe. */
public final class Server implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("penstock local: REST (\\S+) gRPC (\\S+)");

  private final Child process;
  private final String restUrl;
  private final String grpcTarget;
  private final Rest rest;
  private final ManagedChannel channel;

  private Server(Child process, String restUrl, String grpcTarget) {
    this.process = process;
    this.restUrl = restUrl;
    this.grpcTarget = grpcTarget;
    this.rest = new Rest(restUrl);
    this.channel = NettyChannelBuilder.forTarget(grpcTarget).usePlaintext().build();
  }

  /** Starts one on a data directory, which must be there. */
  public static Server start(Path directory, List<String> options, String... arguments)
      throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--data-dir", directory.toString(), "--exit-with-parent"));
    Child process = Child.start(LocalMain.class.getName(), options, all);
    try {
      Matcher ready = READY.matcher(process.firstLine());
      if (!ready.matches()) {
        throw new IOException("the server began with another line than its addresses");
      }
      return new Server(process, ready.group(1), ready.group(2));
    } catch (IOException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /** Where it serves REST. */
  public String restUrl() {
    return restUrl;
  }

  /** Where it serves gRPC. */
  public String grpcTarget() {
    return grpcTarget;
  }

  /** Its REST calls. */
  public Rest rest() {
    return rest;
  }

  /** Its gRPC services. */
  public ManagedChannel channel() {
    return channel;
  }

  /** The number of its process. */
  public long pid() {
    return process.pid();
  }

  /** Ends it as {@code kill -9} does. */
  public void kill() throws InterruptedException {
    process.kill();
  }

  @Override
  public void close() {
    channel.shutdownNow();
    process.close();
  }
}
