package dev.penstock.kafka.task;

import dev.penstock.core.error.IngestException;
import dev.penstock.core.metrics.JmxWriteMetrics;
import dev.penstock.core.time.Time;
import dev.penstock.kafka.config.PluginVersion;
import dev.penstock.kafka.config.SinkConfig;
import dev.penstock.kafka.config.SinkOptions;
import dev.penstock.kafka.route.RecordOrigin;
import dev.penstock.kafka.route.RecordRouter;
import dev.penstock.kafka.route.RouteCounters;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the records of its partitions to BigQuery. Offsets are committed only when BigQuery, or
 * the dead letter queue, has acknowledged every record before them.
 *
 * <p>The framework's task thread owns it; {@link #stop} may come from another thread.
 */
public final class BigQuerySinkTask extends SinkTask {
  private static final Logger LOG = LoggerFactory.getLogger(BigQuerySinkTask.class);

  /** How soon {@code put} is called again while records wait for room, in milliseconds. */
  private static final long HELD_TIMEOUT_MS = 5;

  /** How soon {@code put} is called again while rows are in flight, in milliseconds. */
  private static final long IN_FLIGHT_TIMEOUT_MS = 50;

  private static final long COMMIT_POLL_MS = 2;

  private final Time time;
  private SinkOptions options;
  private RowSink sink;
  private OffsetLedger ledger;
  private Rejections rejections;
  private RecordPump pump;
  private JmxWriteMetrics metrics;
  private TaskBean bean;
  private boolean paused;
  private @Nullable ConnectException failure;
  private volatile boolean stopping;

  /** The task as the framework makes it. */
  public BigQuerySinkTask() {
    this(Time.SYSTEM);
  }

  BigQuerySinkTask(Time time) {
    this.time = time;
  }

  @Override
  public String version() {
    return PluginVersion.value();
  }

  @Override
  public void start(Map<String, String> props) {
    options = SinkConfig.of(props).options();
    String name = options.connector() + "-" + options.taskId();
    RecordOrigin origin = RecordOrigin.ofWorker();
    RouteCounters counters = new RouteCounters();
    ErrantRecordReporter reporter = findReporter();
    metrics = JmxWriteMetrics.register(name, time);
    bean = TaskBean.register(name, counters);
    try {
      sink = EngineSink.open(options, metrics, time);
    } catch (IngestException e) {
      throw fail(e);
    }
    ledger =
        new OffsetLedger(
            origin, reporter != null, new TakenBackOffsets(options.changes().ordersByOffset()));
    rejections = new Rejections(options.rowPolicy(), reporter, ledger, time);
    pump =
        new RecordPump(
            new RecordRouter(options, sink, origin, counters),
            sink,
            ledger,
            rejections,
            counters,
            time,
            options.writing().retryTimeout());
    LOG.info(
        "Task {} writes {} to project {}",
        name,
        options.changes().enabled() ? "changes" : "rows",
        options.routing().project());
  }

  /** Workers before 2.6 have no reporter; workers without error tolerance give none. */
  private @Nullable ErrantRecordReporter findReporter() {
    try {
      return context.errantRecordReporter();
    } catch (NoSuchMethodError | NoClassDefFoundError e) {
      return null;
    }
  }

  @Override
  public void open(Collection<TopicPartition> partitions) {
    // The framework keeps what was paused over a rebalance, and pauses it again before this call.
    context.resume(context.assignment().toArray(TopicPartition[]::new));
    paused = false;
  }

  @Override
  public void close(Collection<TopicPartition> partitions) {
    pump.close(Set.copyOf(partitions));
    ledger.close(partitions);
  }

  @Override
  public void put(Collection<SinkRecord> records) {
    throwIfFailed();
    pump.offer(records);
    turn();
    pauseOrResume();
    long open = ledger.openCount();
    if (pump.heldCount() > 0) {
      context.timeout(HELD_TIMEOUT_MS);
    } else if (open > 0) {
      context.timeout(IN_FLIGHT_TIMEOUT_MS);
    }
    bean.update(
        paused ? TaskState.PAUSED : TaskState.RUNNING, pump.heldCount(), open, rejections.count());
  }

  private void turn() {
    try {
      pump.turn();
    } catch (IngestException e) {
      throw fail(e);
    } catch (ConnectException e) {
      throw fail(e);
    }
  }

  private void pauseOrResume() {
    TopicPartition[] assignment = context.assignment().toArray(TopicPartition[]::new);
    boolean low = sink.unacknowledgedBytes() <= options.writing().maxInFlightBytes() / 2;
    if (!paused && pump.heldCount() > 0) {
      context.pause(assignment);
      paused = true;
    } else if (paused && pump.heldCount() == 0 && low) {
      context.resume(assignment);
      paused = false;
    }
  }

  /**
   * Returns the contiguous acknowledged offsets, after a bounded wait for what is in flight, so
   * that a partition is handed over without rows that must be written again.
   */
  @Override
  public Map<TopicPartition, OffsetAndMetadata> preCommit(
      Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
    throwIfFailed();
    long last = ledger.nextTicket();
    long start = time.nanos();
    turn();
    while (!stopping
        && (ledger.firstOpen() < last || pump.heldCount() > 0)
        && time.nanos() - start < options.commitWait().toNanos()) {
      try {
        time.sleep(COMMIT_POLL_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
      turn();
    }
    sink.evictIdle();
    return pump.heldCount() == 0
        ? ledger.committableUpTo(currentOffsets)
        : ledger.committable(currentOffsets.keySet());
  }

  @Override
  public void stop() {
    stopping = true;
    if (sink != null) {
      sink.close();
    }
    if (bean != null) {
      bean.close();
      metrics.close();
    }
  }

  private void throwIfFailed() {
    if (failure != null) {
      throw failure;
    }
  }

  private ConnectException fail(IngestException cause) {
    return fail(new ConnectException(cause.code() + ": " + cause.getMessage(), cause));
  }

  private ConnectException fail(ConnectException cause) {
    failure = cause;
    bean.failed(String.valueOf(cause.getMessage()));
    return cause;
  }
}
