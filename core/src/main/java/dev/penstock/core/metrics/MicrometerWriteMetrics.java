package dev.penstock.core.metrics;

import static java.util.Objects.requireNonNull;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.Time;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Shows the metrics of one task in a Micrometer registry, each with the tag {@code writer}. Needs
 * {@code micrometer-core} on the class path, which is an optional dependency. The meters are there
 * until {@code close}.
 *
 * <p>One owner thread for the reports; meters are read by any thread.
 */
public final class MicrometerWriteMetrics implements WriteMetrics, AutoCloseable {
  /** Each meter with the metric of {@link MetricNames} that it shows. */
  public static final Map<String, String> METERS = meters();

  private static final String ROWS = "penstock.rows";
  private static final String BYTES = "penstock.bytes";
  private static final String REJECTED_ROWS = "penstock.rejected.rows";
  private static final String RETRIES = "penstock.retries";
  private static final String POSSIBLY_REPEATED_ROWS = "penstock.possibly.repeated.rows";
  private static final String APPENDS = "penstock.append";
  private static final String FAILURES = "penstock.failures";
  private static final String IN_FLIGHT_REQUESTS = "penstock.in.flight.requests";
  private static final String IN_FLIGHT_BYTES = "penstock.in.flight.bytes";
  private static final String OLDEST_UNACKNOWLEDGED = "penstock.oldest.unacknowledged.ms";
  private static final String RETRYING = "penstock.retrying";
  private static final String DESTINATION = "destination";
  private static final long NONE = Long.MIN_VALUE;

  private final MeterRegistry registry;
  private final Tags tags;
  private final boolean byDestination;
  private final Time time;
  private final Map<Destination, Sent> sent = new HashMap<>();
  private final Set<Meter> registered = new LinkedHashSet<>();
  private volatile long inFlightRequests;
  private volatile long inFlightBytes;
  // The birth of the oldest row instead of its age: the age must grow while the owner hangs.
  private volatile long oldestSinceNanos = NONE;
  private volatile long retrying;

  /**
   * Registers the meters of a task.
   *
   * @param name tells tasks of this registry apart, for example {@code orders-sink-0}
   * @param byDestination whether counters carry the tag {@code destination}; those of a table are
   *     removed when its writer is closed for want of rows
   */
  public MicrometerWriteMetrics(
      MeterRegistry registry, String name, boolean byDestination, Time time) {
    this.registry = registry;
    this.tags = Tags.of("writer", name);
    this.byDestination = byDestination;
    this.time = time;
    gauge(IN_FLIGHT_REQUESTS, () -> inFlightRequests);
    gauge(IN_FLIGHT_BYTES, () -> inFlightBytes);
    gauge(OLDEST_UNACKNOWLEDGED, this::oldestUnacknowledgedMillis);
    gauge(RETRYING, () -> retrying);
  }

  private record Sent(Counter rows, Counter bytes, Timer appends, Counter possiblyRepeated) {}

  private static Map<String, String> meters() {
    Map<String, String> meters = new LinkedHashMap<>();
    meters.put(ROWS, MetricNames.ROWS);
    meters.put(BYTES, MetricNames.BYTES);
    meters.put(REJECTED_ROWS, MetricNames.REJECTED_ROWS);
    meters.put(RETRIES, MetricNames.RETRIES);
    meters.put(POSSIBLY_REPEATED_ROWS, MetricNames.POSSIBLY_REPEATED_ROWS);
    meters.put(APPENDS, MetricNames.APPEND_P50_MS);
    meters.put(FAILURES, MetricNames.LAST_ERROR);
    meters.put(IN_FLIGHT_REQUESTS, MetricNames.IN_FLIGHT_REQUESTS);
    meters.put(IN_FLIGHT_BYTES, MetricNames.IN_FLIGHT_BYTES);
    meters.put(OLDEST_UNACKNOWLEDGED, MetricNames.OLDEST_UNACKNOWLEDGED_MS);
    meters.put(RETRYING, MetricNames.STATE);
    return Collections.unmodifiableMap(meters);
  }

  @Override
  public void acknowledged(Destination destination, long rows, long bytes) {
    Sent counters = sentTo(destination);
    counters.rows.increment((double) rows);
    counters.bytes.increment((double) bytes);
    retrying = 0;
  }

  private Sent sentTo(Destination destination) {
    Sent counters = sent.get(destination);
    if (counters == null) {
      Tags all = tagsOf(destination);
      counters =
          new Sent(
              counter(ROWS, all),
              counter(BYTES, all),
              timer(all),
              counter(POSSIBLY_REPEATED_ROWS, all));
      sent.put(destination, counters);
    }
    return counters;
  }

  @Override
  public void latency(Destination destination, long nanos) {
    sentTo(destination).appends.record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void possiblyRepeated(Destination destination, long rows) {
    sentTo(destination).possiblyRepeated.increment((double) rows);
  }

  @Override
  public void forgotten(Destination destination) {
    if (byDestination) {
      String tag = destination.toString();
      registered.removeIf(
          meter -> tag.equals(meter.getId().getTag(DESTINATION)) && registry.remove(meter) != null);
      sent.remove(destination);
    }
  }

  @Override
  public void rejected(Destination destination, ErrorCode code) {
    count(REJECTED_ROWS, destination, code);
  }

  @Override
  public void retried(Destination destination, ErrorCode code) {
    count(RETRIES, destination, code);
    retrying = 1;
  }

  @Override
  public void failed(Destination destination, ErrorCode code, String message) {
    count(FAILURES, destination, code);
    retrying = 1;
  }

  @Override
  public void inFlight(long requests, long bytes) {
    inFlightRequests = requests;
    inFlightBytes = bytes;
  }

  @Override
  public void oldestUnacknowledged(long ageMs) {
    oldestSinceNanos = ageMs == 0 ? NONE : time.nanos() - TimeUnit.MILLISECONDS.toNanos(ageMs);
  }

  /** Removes the meters. */
  @Override
  public void close() {
    registered.forEach(registry::remove);
    registered.clear();
    sent.clear();
  }

  private long oldestUnacknowledgedMillis() {
    long since = oldestSinceNanos;
    return since == NONE ? 0 : TimeUnit.NANOSECONDS.toMillis(time.nanos() - since);
  }

  private void count(String name, Destination destination, ErrorCode code) {
    counter(name, tagsOf(destination).and("code", code.name())).increment();
  }

  private Tags tagsOf(Destination destination) {
    return byDestination ? tags.and(DESTINATION, destination.toString()) : tags;
  }

  private Counter counter(String name, Tags all) {
    Counter counter =
        Counter.builder(name).tags(all).description(descriptionOf(name)).register(registry);
    registered.add(counter);
    return counter;
  }

  private Timer timer(Tags all) {
    Timer timer =
        Timer.builder(APPENDS).tags(all).description(descriptionOf(APPENDS)).register(registry);
    registered.add(timer);
    return timer;
  }

  private void gauge(String name, LongSupplier value) {
    // A task that was restarted without a close leaves its gauges behind, and they win.
    Meter old = registry.find(name).tags(tags).meter();
    if (old != null) {
      registry.remove(old);
    }
    registered.add(
        Gauge.builder(name, value, LongSupplier::getAsLong)
            .tags(tags)
            .description(descriptionOf(name))
            .strongReference(true)
            .register(registry));
  }

  private static String descriptionOf(String name) {
    return requireNonNull(MetricNames.MEANINGS.get(requireNonNull(METERS.get(name))));
  }
}
