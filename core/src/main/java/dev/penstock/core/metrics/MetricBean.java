package dev.penstock.core.metrics;

import dev.penstock.core.time.Time;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;

/** The read-only values of one task or destination, under {@link MetricNames}. Thread-safe. */
final class MetricBean implements DynamicMBean {
  private static final String RUNNING = "RUNNING";
  private static final String RETRYING = "RETRYING";
  private static final long NONE = Long.MIN_VALUE;

  private final Time time;
  private final LongAdder rows = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder rejectedRows = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final LongAdder possiblyRepeated = new LongAdder();
  private final RecentTimes appends;
  private final Map<String, Supplier<Object>> attributes = new LinkedHashMap<>();
  private volatile long inFlightRequests;
  private volatile long inFlightBytes;
  // The birth of the oldest row instead of its age: the age must grow while the owner hangs.
  private volatile long oldestSinceNanos = NONE;
  private volatile String lastError = "";
  private volatile String state = RUNNING;

  private MetricBean(Time time) {
    this.time = time;
    this.appends = new RecentTimes(time);
    attributes.put(MetricNames.ROWS, rows::sum);
    attributes.put(MetricNames.BYTES, bytes::sum);
    attributes.put(MetricNames.REJECTED_ROWS, rejectedRows::sum);
    attributes.put(MetricNames.RETRIES, retries::sum);
    attributes.put(MetricNames.POSSIBLY_REPEATED_ROWS, possiblyRepeated::sum);
    attributes.put(MetricNames.APPEND_P50_MS, () -> appends.percentileMillis(50));
    attributes.put(MetricNames.APPEND_P99_MS, () -> appends.percentileMillis(99));
    attributes.put(MetricNames.APPEND_MAX_MS, () -> appends.percentileMillis(100));
    attributes.put(MetricNames.LAST_ERROR, () -> lastError);
    attributes.put(MetricNames.STATE, () -> state);
  }

  static MetricBean ofDestination(Time time) {
    return new MetricBean(time);
  }

  static MetricBean ofTask(Time time) {
    MetricBean bean = new MetricBean(time);
    bean.attributes.put(MetricNames.IN_FLIGHT_REQUESTS, () -> bean.inFlightRequests);
    bean.attributes.put(MetricNames.IN_FLIGHT_BYTES, () -> bean.inFlightBytes);
    bean.attributes.put(MetricNames.OLDEST_UNACKNOWLEDGED_MS, bean::oldestUnacknowledgedMillis);
    return bean;
  }

  void acknowledged(long moreRows, long moreBytes) {
    rows.add(moreRows);
    bytes.add(moreBytes);
    state = RUNNING;
  }

  void rejected() {
    rejectedRows.increment();
  }

  void retried() {
    retries.increment();
    state = RETRYING;
  }

  void possiblyRepeated(long moreRows) {
    possiblyRepeated.add(moreRows);
  }

  void latency(long nanos) {
    appends.record(nanos);
  }

  void failed(String text) {
    lastError = text;
    state = RETRYING;
  }

  void inFlight(long requests, long moreBytes) {
    inFlightRequests = requests;
    inFlightBytes = moreBytes;
  }

  void oldestUnacknowledged(long ageMs) {
    oldestSinceNanos = ageMs == 0 ? NONE : time.nanos() - TimeUnit.MILLISECONDS.toNanos(ageMs);
  }

  private long oldestUnacknowledgedMillis() {
    long since = oldestSinceNanos;
    return since == NONE ? 0 : TimeUnit.NANOSECONDS.toMillis(time.nanos() - since);
  }

  @Override
  public Object getAttribute(String attribute) throws AttributeNotFoundException {
    Supplier<Object> value = attributes.get(attribute);
    if (value == null) {
      throw new AttributeNotFoundException(
          attribute + " (expected: one of " + attributes.keySet() + ")");
    }
    return value.get();
  }

  @Override
  public AttributeList getAttributes(String[] names) {
    AttributeList list = new AttributeList();
    for (String name : names) {
      Supplier<Object> value = attributes.get(name);
      if (value != null) {
        list.add(new Attribute(name, value.get()));
      }
    }
    return list;
  }

  @Override
  public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
    throw new AttributeNotFoundException(attribute.getName() + " is read-only");
  }

  @Override
  public AttributeList setAttributes(AttributeList list) {
    return new AttributeList();
  }

  @Override
  public Object invoke(String action, Object[] parameters, String[] signature) {
    throw new UnsupportedOperationException(action + " (expected: no operation)");
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    MBeanAttributeInfo[] infos =
        attributes.entrySet().stream()
            .map(
                entry ->
                    new MBeanAttributeInfo(
                        entry.getKey(),
                        entry.getValue().get().getClass().getName(),
                        MetricNames.MEANINGS.get(entry.getKey()),
                        true,
                        false,
                        false))
            .toArray(MBeanAttributeInfo[]::new);
    return new MBeanInfo(
        MetricBean.class.getName(), "Rows on their way into BigQuery.", infos, null, null, null);
  }
}
