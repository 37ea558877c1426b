package dev.penstock.kafka.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.kafka.BigQuerySinkConnector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * The real connector and its tasks under a worker that does what Connect's does: it splits the
 * partitions over the tasks, runs the transform, delivers, and commits what preCommit returns. One
 * owner thread.
 */
final class SinkRun implements AutoCloseable {
  private final BigQuerySinkConnector connector = new BigQuerySinkConnector();
  private final UnaryOperator<SinkRecord> transform;
  private final List<RunningTask> tasks = new ArrayList<>();
  private final List<FakeSinkContext.DeadLetter> deadLetters = FakeSinkContext.newQueue();
  private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();

  /** A task with what it was given. */
  private record RunningTask(
      SinkTask task,
      FakeSinkContext context,
      Set<TopicPartition> open,
      Map<TopicPartition, OffsetAndMetadata> delivered) {}

  private SinkRun(UnaryOperator<SinkRecord> transform) {
    this.transform = transform;
  }

  /** Starts a number of tasks. */
  static SinkRun start(
      Map<String, String> config, int taskCount, UnaryOperator<SinkRecord> transform) {
    SinkRun run = new SinkRun(transform);
    run.connector.start(config);
    for (Map<String, String> taskConfig : run.connector.taskConfigs(taskCount)) {
      run.startTask(taskConfig);
    }
    return run;
  }

  private void startTask(Map<String, String> config) {
    FakeSinkContext context = new FakeSinkContext(config, deadLetters, true);
    SinkTask task = newTask();
    task.initialize(context);
    task.start(config);
    tasks.add(new RunningTask(task, context, new HashSet<>(), new LinkedHashMap<>()));
  }

  private SinkTask newTask() {
    try {
      return (SinkTask) connector.taskClass().getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Delivers records in one put a task. */
  void deliver(Collection<SinkRecord> records) {
    Map<RunningTask, List<SinkRecord>> byTask =
        records.stream()
            .collect(Collectors.groupingBy(this::owner, LinkedHashMap::new, Collectors.toList()));
    byTask.forEach(this::put);
  }

  private RunningTask owner(SinkRecord record) {
    RunningTask owner = tasks.get(record.kafkaPartition() % tasks.size());
    TopicPartition partition = partition(record);
    if (owner.open().add(partition)) {
      owner.context().assign(Set.of(partition));
      owner.task().open(List.of(partition));
    }
    return owner;
  }

  private void put(RunningTask running, List<SinkRecord> records) {
    List<SinkRecord> transformed = new ArrayList<>();
    for (SinkRecord record : records) {
      SinkRecord result = transform.apply(record);
      if (result != null) {
        transformed.add(result);
      }
    }
    putWithRetries(running, transformed);
    for (SinkRecord record : records) {
      running
          .delivered()
          .merge(
              partition(record),
              new OffsetAndMetadata(record.kafkaOffset() + 1),
              (old, next) -> old.offset() >= next.offset() ? old : next);
    }
    await("the task resumes its partitions")
        .until(
            () -> {
              if (running.context().isPaused()) {
                running.task().put(List.of());
              }
              return !running.context().isPaused();
            });
  }

  /** A task has one thread, which is the test's. */
  private static ConditionFactory await(String what) {
    return Awaitility.await(what)
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5));
  }

  private static void putWithRetries(RunningTask running, List<SinkRecord> records) {
    await("the task takes the records")
        .until(
            () -> {
              try {
                running.task().put(records);
                return true;
              } catch (RetriableException e) {
                return false;
              }
            });
  }

  /** Takes all partitions away from their tasks, as a rebalance does. */
  void takePartitionsAway() {
    for (RunningTask running : tasks) {
      running.task().close(running.open());
      running.open().clear();
      running.delivered().clear();
    }
    committed.clear();
  }

  /** Commits until every partition is committed up to these offsets. */
  void awaitCommitted(Map<TopicPartition, OffsetAndMetadata> ends) {
    await("offsets are committed up to the end of the log")
        .untilAsserted(
            () -> {
              commit();
              assertThat(committed).isEqualTo(ends);
            });
  }

  /** One offset commit of every task. */
  void commit() {
    for (RunningTask running : tasks) {
      running.task().put(List.of());
      committed.putAll(running.task().preCommit(new HashMap<>(running.delivered())));
    }
  }

  /** The committed offsets of all tasks. */
  Map<TopicPartition, OffsetAndMetadata> committed() {
    return Map.copyOf(committed);
  }

  /** The records in the dead letter queue since the last call. */
  List<FakeSinkContext.DeadLetter> takeDeadLetters() {
    synchronized (deadLetters) {
      List<FakeSinkContext.DeadLetter> taken = List.copyOf(deadLetters);
      deadLetters.clear();
      return taken;
    }
  }

  @Override
  public void close() {
    for (RunningTask running : tasks) {
      running.task().close(running.open());
      running.task().stop();
    }
    connector.stop();
  }

  private static TopicPartition partition(SinkRecord record) {
    return new TopicPartition(record.originalTopic(), record.originalKafkaPartition());
  }
}
