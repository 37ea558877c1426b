package dev.penstock.demo.stack;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** A one-node KRaft broker in this JVM. One owner thread. */
public final class Broker implements AutoCloseable {
  private static final String CONTROLLER = "CONTROLLER";

  private final KafkaRaftServer server;
  private final String bootstrap;

  private Broker(KafkaRaftServer server, String bootstrap) {
    this.server = server;
    this.bootstrap = bootstrap;
  }

  /** Formats the directory and starts. */
  public static Broker start(RunDirectory run) {
    Path directory = run.directory("kafka");
    List<Integer> ports = Ports.free(2);
    String bootstrap = Ports.LOOPBACK + ":" + ports.get(0);
    try {
      format(directory);
      KafkaConfig config = new KafkaConfig(properties(directory, bootstrap, ports.get(1)));
      KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
      server.startup();
      return new Broker(server, bootstrap);
    } catch (Exception e) {
      throw new StackException("The Kafka broker could not start: " + e.getMessage(), e);
    }
  }

  private static void format(Path directory) throws Exception {
    new Formatter()
        .setNodeId(1)
        .setClusterId(Uuid.randomUuid().toString())
        .setDirectories(List.of(directory.toString()))
        .setMetadataLogDirectory(directory.toString())
        .setControllerListenerName(CONTROLLER)
        .setPrintStream(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()))
        .setReleaseVersion(MetadataVersion.latestProduction())
        .run();
  }

  private static Properties properties(Path directory, String bootstrap, int controllerPort) {
    String controller = Ports.LOOPBACK + ":" + controllerPort;
    Properties properties = new Properties();
    properties.putAll(
        Map.of(
            "process.roles",
            "broker,controller",
            "node.id",
            "1",
            "controller.quorum.voters",
            "1@" + controller,
            "listeners",
            "PLAINTEXT://" + bootstrap + "," + CONTROLLER + "://" + controller,
            "advertised.listeners",
            "PLAINTEXT://" + bootstrap,
            "controller.listener.names",
            CONTROLLER,
            "listener.security.protocol.map",
            "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
            "log.dir",
            directory.toString()));
    properties.putAll(
        Map.of(
            "num.partitions", "1",
            "offsets.topic.replication.factor", "1",
            "offsets.topic.num.partitions", "1",
            "transaction.state.log.replication.factor", "1",
            "transaction.state.log.min.isr", "1",
            "transaction.state.log.num.partitions", "1",
            "share.coordinator.state.topic.replication.factor", "1",
            "share.coordinator.state.topic.min.isr", "1",
            // A killed worker's members must leave soon; the floor is 6 s otherwise.
            "group.min.session.timeout.ms", "1000",
            "group.initial.rebalance.delay.ms", "0"));
    properties.putAll(
        Map.of(
            "log.cleaner.enable", "false",
            "num.network.threads", "2",
            "num.io.threads", "2",
            "background.threads", "2",
            "message.max.bytes", Integer.toString(32 << 20)));
    return properties;
  }

  /** {@code host:port} for clients. */
  public String bootstrap() {
    return bootstrap;
  }

  /** A client for topics, offsets and groups; the caller closes it. */
  public Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", bootstrap));
  }

  /** Creates topics with the same number of partitions each. */
  public void createTopics(List<String> topics, int partitions) {
    try (Admin admin = admin()) {
      admin
          .createTopics(
              topics.stream()
                  .map(topic -> new NewTopic(topic, partitions, (short) 1))
                  .collect(Collectors.toList()))
          .all()
          .get();
    } catch (ExecutionException e) {
      throw new StackException("Topics " + topics + " could not be created", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StackException("Interrupted while creating topics", e);
    }
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }
}
