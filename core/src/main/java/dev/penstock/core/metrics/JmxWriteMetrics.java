package dev.penstock.core.metrics;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.Time;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Shows the metrics of one task over JMX: one bean for the task, {@code
 * dev.penstock:type=writer,name=TASK}, and one a destination with {@code destination=p.d.t} added.
 * The beans are there until {@code close}.
 *
 * <p>One owner thread for the reports; beans are read by any thread.
 */
public final class JmxWriteMetrics implements WriteMetrics, AutoCloseable {
  private static final String DOMAIN = "dev.penstock";

  private final String name;
  private final Time time;
  private final MBeanServer server;
  private final Map<Destination, MetricBean> destinations = new HashMap<>();
  private final Map<ObjectName, MetricBean> registered = new HashMap<>();
  private final MetricBean task;

  /**
   * Registers the bean of a task.
   *
   * @param name tells tasks of this process apart, for example {@code orders-sink-0}
   */
  public static JmxWriteMetrics register(String name, Time time) {
    return new JmxWriteMetrics(name, time, ManagementFactory.getPlatformMBeanServer());
  }

  JmxWriteMetrics(String name, Time time, MBeanServer server) {
    this.name = name;
    this.time = time;
    this.server = server;
    this.task = MetricBean.ofTask(time);
    register("", task);
  }

  @Override
  public void acknowledged(Destination destination, long rows, long bytes) {
    task.acknowledged(rows, bytes);
    beanOf(destination).acknowledged(rows, bytes);
  }

  @Override
  public void latency(Destination destination, long nanos) {
    task.latency(nanos);
    beanOf(destination).latency(nanos);
  }

  @Override
  public void possiblyRepeated(Destination destination, long rows) {
    task.possiblyRepeated(rows);
    beanOf(destination).possiblyRepeated(rows);
  }

  @Override
  public void rejected(Destination destination, ErrorCode code) {
    task.rejected();
    beanOf(destination).rejected();
  }

  @Override
  public void retried(Destination destination, ErrorCode code) {
    task.retried();
    beanOf(destination).retried();
  }

  @Override
  public void inFlight(long requests, long bytes) {
    task.inFlight(requests, bytes);
  }

  @Override
  public void oldestUnacknowledged(long ageMs) {
    task.oldestUnacknowledged(ageMs);
  }

  @Override
  public void failed(Destination destination, ErrorCode code, String message) {
    String text = code + " " + destination + ": " + message;
    task.failed(text);
    beanOf(destination).failed(text);
  }

  @Override
  public void forgotten(Destination destination) {
    MetricBean bean = destinations.remove(destination);
    if (bean != null) {
      ObjectName objectName = objectName(suffixOf(destination));
      registered.remove(objectName);
      unregister(objectName);
    }
  }

  /** Removes the beans. */
  @Override
  public void close() {
    for (Map.Entry<ObjectName, MetricBean> entry : registered.entrySet()) {
      unregister(entry.getKey());
    }
    registered.clear();
    destinations.clear();
  }

  private MetricBean beanOf(Destination destination) {
    MetricBean bean = destinations.get(destination);
    if (bean == null) {
      bean = MetricBean.ofDestination(time);
      destinations.put(destination, bean);
      register(suffixOf(destination), bean);
    }
    return bean;
  }

  private static String suffixOf(Destination destination) {
    return ",destination=" + ObjectName.quote(destination.toString());
  }

  private ObjectName objectName(String suffix) {
    try {
      return new ObjectName(DOMAIN + ":type=writer,name=" + ObjectName.quote(name) + suffix);
    } catch (JMException e) {
      throw new IllegalStateException(
          "Metrics of '" + name + "' have no name: " + e.getMessage(), e);
    }
  }

  private void register(String suffix, MetricBean bean) {
    ObjectName objectName = objectName(suffix);
    try {
      // A task that was restarted without a close leaves its bean behind.
      unregister(objectName);
      server.registerMBean(bean, objectName);
      registered.put(objectName, bean);
    } catch (JMException e) {
      throw new IllegalStateException(
          "Metrics of '" + name + "' cannot be registered: " + e.getMessage(), e);
    }
  }

  private void unregister(ObjectName objectName) {
    if (!server.isRegistered(objectName)) {
      return;
    }
    try {
      server.unregisterMBean(objectName);
    } catch (JMException e) {
      throw new IllegalStateException(objectName + " cannot be removed: " + e.getMessage(), e);
    }
  }
}
