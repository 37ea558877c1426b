package dev.penstock.local.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.penstock.local.catalog.TableId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts calls against the service's limits on their way to the faults, and refuses those above
 * them when it is told to. A window begins at a multiple of its length. Thread-safe.
 */
public final class Quotas implements FaultPoint {
  private static final int MAX_COUNTS = 100_000;

  private record Key(QuotaLimit limit, String counted) {}

  private record Count(long window, long calls) {}

  private final InstantSource clock;
  private final FaultPoint faults;
  private final List<QuotaLimit> limits;
  private final Map<String, List<QuotaLimit>> byMethod = new HashMap<>();
  private final Map<Key, Count> counts = new HashMap<>();
  private volatile boolean enforced;

  private Quotas(InstantSource clock, FaultPoint faults, List<QuotaLimit> limits) {
    this.clock = clock;
    this.faults = faults;
    this.limits = limits;
    for (QuotaLimit limit : limits) {
      for (String method : limit.methods()) {
        byMethod.computeIfAbsent(method, name -> new ArrayList<>()).add(limit);
      }
    }
  }

  /** The limits of {@code quotas.json}, before other faults. */
  public static Quotas load(InstantSource clock, FaultPoint faults) {
    try (InputStream in = Quotas.class.getResourceAsStream("quotas.json")) {
      if (in == null) {
        throw new IllegalStateException("quotas.json is missing in the artifact");
      }
      List<QuotaLimit> limits = new ArrayList<>();
      JsonNode file = new ObjectMapper().readTree(in);
      file.path("limits").forEach(limit -> limits.add(read(file, limit)));
      return new Quotas(clock, faults, List.copyOf(limits));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static QuotaLimit read(JsonNode file, JsonNode limit) {
    List<String> methods = new ArrayList<>();
    limit.path("methods").forEach(method -> methods.add(method.asText()));
    return new QuotaLimit(
        limit.path("name").asText(),
        limit.path("fact").asText(),
        limit.path("limit").asLong(),
        Duration.parse(limit.path("window").asText()),
        limit.path("per").asText(),
        methods,
        limit.path("code").asText(),
        limit.path("message").asText(),
        file.path("source").asText(),
        file.path("date").asText());
  }

  @Override
  public Optional<Effect> meet(String method, @Nullable TableId table) {
    QuotaLimit exceeded = count(method, table);
    return exceeded == null || !enforced
        ? faults.meet(method, table)
        : Optional.of(
            new Effect(Kind.END_CALL, exceeded.code(), exceeded.message(), Duration.ZERO));
  }

  /** The first limit that a call is above; null for none. */
  private @Nullable QuotaLimit count(String method, @Nullable TableId table) {
    List<QuotaLimit> counted = byMethod.get(method);
    if (counted == null) {
      return null;
    }
    long now = clock.millis();
    QuotaLimit exceeded = null;
    for (QuotaLimit limit : counted) {
      String key = limit.key(table);
      if (key != null && add(limit, key, now) > limit.limit() && exceeded == null) {
        exceeded = limit;
      }
    }
    return exceeded;
  }

  private synchronized long add(QuotaLimit limit, String counted, long now) {
    if (counts.size() >= MAX_COUNTS) {
      counts.entrySet().removeIf(entry -> !isNow(entry.getKey().limit(), entry.getValue(), now));
    }
    long window = now / limit.window().toMillis();
    Key key = new Key(limit, counted);
    Count before = counts.get(key);
    long calls = before == null || before.window() != window ? 1 : before.calls() + 1;
    counts.put(key, new Count(window, calls));
    return calls;
  }

  private static boolean isNow(QuotaLimit limit, Count count, long now) {
    return count.window() == now / limit.window().toMillis();
  }

  /** Whether calls above a limit are refused. */
  public boolean isEnforced() {
    return enforced;
  }

  /** Decides whether calls above a limit are refused. */
  public void enforce(boolean on) {
    enforced = on;
  }

  /** All limits. */
  public List<QuotaLimit> limits() {
    return limits;
  }

  /** How many calls counted in a limit's window of now, by what they counted for. */
  public synchronized Map<String, Long> used(QuotaLimit limit) {
    long now = clock.millis();
    Map<String, Long> used = new TreeMap<>();
    counts.forEach(
        (key, count) -> {
          if (key.limit().equals(limit) && isNow(limit, count, now)) {
            used.put(key.counted(), count.calls());
          }
        });
    return used;
  }
}
