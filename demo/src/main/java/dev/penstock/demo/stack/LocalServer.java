package dev.penstock.demo.stack;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Local BigQuery in its own JVM with a data directory; it can be killed and started again. */
public final class LocalServer implements AutoCloseable {
  private static final Duration START_BOUND = Duration.ofMinutes(1);

  private final RunDirectory run;
  private final Path log;
  private final List<String> arguments;
  private final LocalRest rest;
  private final String grpcTarget;
  private ChildJvm jvm;

  private LocalServer(
      RunDirectory run,
      Path log,
      List<String> arguments,
      LocalRest rest,
      String grpcTarget,
      ChildJvm jvm) {
    this.run = run;
    this.log = log;
    this.arguments = arguments;
    this.rest = rest;
    this.grpcTarget = grpcTarget;
    this.jvm = jvm;
  }

  /** Starts the JVM; {@link #awaitReady} waits until it answers. */
  public static LocalServer start(RunDirectory run) {
    List<Integer> ports = Ports.free(2);
    Path log = run.resolve("local.log");
    List<String> arguments =
        List.of(
            run.directory("local").toString(),
            Integer.toString(ports.get(0)),
            Integer.toString(ports.get(1)));
    LocalRest rest = new LocalRest(URI.create("http://" + Ports.LOOPBACK + ":" + ports.get(0)));
    return new LocalServer(
        run,
        log,
        arguments,
        rest,
        Ports.LOOPBACK + ":" + ports.get(1),
        launch(run, log, arguments));
  }

  private static ChildJvm launch(RunDirectory run, Path log, List<String> arguments) {
    return ChildJvm.start(
        "Local BigQuery",
        run,
        log,
        List.of("-Xmx512m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=info"),
        LocalServerMain.class.getName(),
        arguments);
  }

  /** Waits until the REST interface serves requests. */
  public LocalServer awaitReady() {
    Wait.until(
        "local BigQuery answers on " + rest.base(),
        START_BOUND,
        () -> {
          jvm.requireAlive();
          return rest.answers();
        });
    return this;
  }

  /** The REST interface. */
  public LocalRest rest() {
    return rest;
  }

  /** The base URL of REST v2. */
  public String restUrl() {
    return rest.base().toString();
  }

  /** {@code host:port} of the gRPC services. */
  public String grpcTarget() {
    return grpcTarget;
  }

  /** The process id of the JVM that runs now. */
  public long pid() {
    return jvm.pid();
  }

  /** Kills the JVM as {@code kill -9} does. */
  public void kill() {
    jvm.kill();
  }

  /** Starts a JVM on the same ports and data directory after {@link #kill}. */
  public void restart() {
    jvm = launch(run, log, arguments);
  }

  @Override
  public void close() {
    jvm.close();
  }
}
