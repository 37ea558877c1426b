package dev.penstock.demo.stack;

import dev.penstock.demo.converter.ExactConverter;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A distributed Connect worker in its own JVM, which can be killed and started again. */
public final class Worker implements AutoCloseable {
  private static final Duration START_BOUND = Duration.ofSeconds(90);

  private final RunDirectory run;
  private final Path properties;
  private final Path log;
  private final ConnectRest rest;
  private ChildJvm jvm;

  private Worker(RunDirectory run, Path properties, Path log, ConnectRest rest, ChildJvm jvm) {
    this.run = run;
    this.properties = properties;
    this.log = log;
    this.rest = rest;
    this.jvm = jvm;
  }

  /** Starts the JVM; {@link #awaitReady} waits until it answers. */
  public static Worker start(RunDirectory run, String bootstrap) {
    int port = Ports.free(1).get(0);
    Path file = run.resolve("worker.properties");
    write(file, config(bootstrap, port));
    Path log = run.resolve("worker.log");
    ConnectRest rest = new ConnectRest(URI.create("http://" + Ports.LOOPBACK + ":" + port));
    return new Worker(run, file, log, rest, launch(run, file, log));
  }

  private static ChildJvm launch(RunDirectory run, Path properties, Path log) {
    return ChildJvm.start(
        "The Connect worker",
        run,
        log,
        List.of("-Xmx512m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
        WorkerMain.class.getName(),
        List.of(properties.toString()));
  }

  private static Properties config(String bootstrap, int port) {
    Properties config = new Properties();
    config.putAll(
        Map.of(
            "bootstrap.servers", bootstrap,
            "group.id", "connect-demo",
            "config.storage.topic", "connect-configs",
            "offset.storage.topic", "connect-offsets",
            "status.storage.topic", "connect-status",
            "config.storage.replication.factor", "1",
            "offset.storage.replication.factor", "1",
            "status.storage.replication.factor", "1",
            "offset.storage.partitions", "1",
            "status.storage.partitions", "1"));
    config.putAll(
        Map.of(
            "listeners",
            "http://" + Ports.LOOPBACK + ":" + port,
            "plugin.discovery",
            "service_load",
            "offset.flush.interval.ms",
            "1000",
            "key.converter",
            ExactConverter.class.getName(),
            "value.converter",
            ExactConverter.class.getName()));
    // After a kill the successor must not wait for the dead member longer than this.
    config.putAll(
        Map.of(
            "scheduled.rebalance.max.delay.ms", "0",
            "session.timeout.ms", "6000",
            "heartbeat.interval.ms", "1500",
            "consumer.session.timeout.ms", "6000",
            "consumer.heartbeat.interval.ms", "1500",
            "consumer.fetch.max.wait.ms", "100",
            "consumer.max.partition.fetch.bytes", Integer.toString(32 << 20),
            "producer.max.request.size", Integer.toString(32 << 20),
            "connector.client.config.override.policy", "All"));
    return config;
  }

  private static void write(Path file, Properties config) {
    try (Writer writer = Files.newBufferedWriter(file)) {
      config.store(writer, null);
    } catch (IOException e) {
      throw new StackException("File " + file + " could not be written", e);
    }
  }

  /** Waits until the REST interface serves requests. */
  public Worker awaitReady() {
    Wait.until(
        "the Connect worker answers on " + rest.base(),
        START_BOUND,
        () -> {
          jvm.requireAlive();
          return rest.answers();
        });
    return this;
  }

  /** The REST interface. */
  public ConnectRest rest() {
    return rest;
  }

  /** The process id of the JVM that runs now. */
  public long pid() {
    return jvm.pid();
  }

  /** Kills the JVM as {@code kill -9} does. */
  public void kill() {
    jvm.kill();
  }

  /** Starts a JVM on the same port after {@link #kill}. */
  public void restart() {
    jvm = launch(run, properties, log);
  }

  @Override
  public void close() {
    jvm.close();
  }
}
