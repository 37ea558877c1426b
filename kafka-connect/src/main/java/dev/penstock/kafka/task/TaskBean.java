package dev.penstock.kafka.task;

import dev.penstock.kafka.route.DropReason;
import dev.penstock.kafka.route.RouteCounters;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The figures of one task over JMX: {@code dev.penstock:type=sink-task,name=CONNECTOR-TASK}.
 * Thread-safe: the task writes, JMX reads.
 */
final class TaskBean implements SinkTaskMXBean, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TaskBean.class);

  private final RouteCounters counters;
  private final String name;
  private volatile TaskState state = TaskState.RUNNING;
  private volatile int held;
  private volatile long open;
  private volatile long rejected;
  private volatile String lastFailure = "";

  private TaskBean(String name, RouteCounters counters) {
    this.name = name;
    this.counters = counters;
  }

  static TaskBean register(String name, RouteCounters counters) {
    TaskBean bean = new TaskBean(name, counters);
    try {
      ManagementFactory.getPlatformMBeanServer().registerMBean(bean, bean.objectName());
    } catch (JMException e) {
      LOG.warn("The figures of task {} are not on JMX: {}", name, e.toString());
    }
    return bean;
  }

  private ObjectName objectName() throws JMException {
    return new ObjectName("dev.penstock:type=sink-task,name=" + ObjectName.quote(name));
  }

  void update(TaskState nextState, int heldRecords, long openRecords, long rejectedRecords) {
    state = nextState;
    held = heldRecords;
    open = openRecords;
    rejected = rejectedRecords;
  }

  void failed(String message) {
    lastFailure = message;
    state = TaskState.FAILED;
  }

  @Override
  public String getState() {
    return state.name();
  }

  @Override
  public int getHeldRecords() {
    return held;
  }

  @Override
  public long getOpenRecords() {
    return open;
  }

  @Override
  public long getRejectedRecords() {
    return rejected;
  }

  @Override
  public Map<String, Long> getDroppedRecords() {
    Map<String, Long> dropped = new TreeMap<>();
    for (DropReason reason : DropReason.values()) {
      dropped.put(reason.name(), counters.dropped(reason));
    }
    return dropped;
  }

  @Override
  public long getPartialDeletes() {
    return counters.partialDeletes();
  }

  @Override
  public String getLastFailure() {
    return lastFailure;
  }

  @Override
  public void close() {
    state = TaskState.STOPPED;
    try {
      if (ManagementFactory.getPlatformMBeanServer().isRegistered(objectName())) {
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(objectName());
      }
    } catch (JMException e) {
      LOG.warn("The figures of task {} stay on JMX: {}", name, e.toString());
    }
  }
}
