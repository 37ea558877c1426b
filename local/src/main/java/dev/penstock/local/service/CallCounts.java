package dev.penstock.local.service;

import dev.penstock.local.catalog.TableId;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts calls by their methods on their way to the faults. Thread-safe. */
public final class CallCounts implements FaultPoint {
  private final FaultPoint faults;
  private final Map<String, LongAdder> calls = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> met = new ConcurrentHashMap<>();

  /** Counts the calls that are asked of other faults. */
  public CallCounts(FaultPoint faults) {
    this.faults = faults;
  }

  @Override
  public Optional<Effect> meet(String method, @Nullable TableId table) {
    add(calls, method);
    Optional<Effect> effect = faults.meet(method, table);
    if (effect.isPresent()) {
      add(met, method);
    }
    return effect;
  }

  @Override
  public Optional<Effect> use(Usage usage, TableId table, long amount) {
    return faults.use(usage, table, amount);
  }

  private static void add(Map<String, LongAdder> counts, String method) {
    counts.computeIfAbsent(method, name -> new LongAdder()).increment();
  }

  /** How often each method was called since the start. */
  public Map<String, Long> calls() {
    return values(calls);
  }

  /** How many calls of each method met a fault. */
  public Map<String, Long> faults() {
    return values(met);
  }

  private static Map<String, Long> values(Map<String, LongAdder> counts) {
    Map<String, Long> values = new TreeMap<>();
    counts.forEach((method, count) -> values.put(method, count.sum()));
    return values;
  }
}
