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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts calls and uses against the service's limits on their way to the faults, and refuses those
 * above them when it is told to. A window begins at a multiple of its length. Thread-safe.
 */
public final class Quotas implements FaultPoint {
  private static final int MAX_COUNTS = 100_000;

  /** What was used in one window. */
  private static final class Count {
    private final LongAdder used = new LongAdder();
    private volatile long window;

    long add(long now, long amount) {
      if (window != now) {
        begin(now);
      }
      used.add(amount);
      return used.sum();
    }

    private synchronized void begin(long now) {
      if (window != now) {
        used.reset();
        window = now;
      }
    }
  }

  private record Counted(QuotaLimit limit, Map<String, Count> counts) {}

  private final InstantSource clock;
  private final FaultPoint faults;
  private final TableTraits traits;
  private final List<QuotaLimit> limits;
  private final List<Counted> counted = new ArrayList<>();
  private final Map<String, List<Counted>> byMethod = new HashMap<>();
  private volatile boolean enforced;

  private Quotas(
      InstantSource clock, FaultPoint faults, TableTraits traits, List<QuotaLimit> limits) {
    this.clock = clock;
    this.faults = faults;
    this.traits = traits;
    this.limits = limits;
    for (QuotaLimit limit : limits) {
      Counted each = new Counted(limit, new ConcurrentHashMap<>());
      counted.add(each);
      for (String method : limit.methods()) {
        byMethod.computeIfAbsent(method, name -> new ArrayList<>()).add(each);
      }
    }
  }

  /** The limits of {@code quotas.json}, before other faults. */
  public static Quotas load(InstantSource clock, FaultPoint faults, TableTraits traits) {
    try (InputStream in = Quotas.class.getResourceAsStream("quotas.json")) {
      if (in == null) {
        throw new IllegalStateException("quotas.json is missing in the artifact");
      }
      List<QuotaLimit> limits = new ArrayList<>();
      JsonNode file = new ObjectMapper().readTree(in);
      file.path("limits").forEach(limit -> limits.add(read(file, limit)));
      return new Quotas(clock, faults, traits, List.copyOf(limits));
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
        QuotaLimit.Per.of(limit.path("per").asText()),
        methods,
        limit.path("code").asText(),
        limit.path("message").asText(),
        limit.path("source").asText(file.path("source").asText()),
        limit.path("date").asText(file.path("date").asText()));
  }

  @Override
  public Optional<Effect> meet(String method, @Nullable TableId table) {
    return refused(method, table == null ? null : table.whole(), 1)
        .or(() -> faults.meet(method, table));
  }

  @Override
  public Optional<Effect> use(Usage usage, TableId table, long amount) {
    return refused(usage.title(), table.whole(), amount);
  }

  /** Counts; what is refused was not used, so that it does not count. */
  private Optional<Effect> refused(String method, @Nullable TableId table, long amount) {
    long now = clock.millis();
    QuotaLimit exceeded = count(method, table, amount, now);
    if (exceeded == null || !enforced || amount < 0) {
      return Optional.empty();
    }
    QuotaLimit unused = count(method, table, -amount, now);
    return refusal(exceeded, table);
  }

  private static Optional<Effect> refusal(QuotaLimit exceeded, @Nullable TableId table) {
    String named = table == null ? "" : table.legacy();
    return Optional.of(
        new Effect(
            Kind.END_CALL,
            exceeded.code(),
            exceeded.message().replace("{table}", named),
            Duration.ZERO));
  }

  /** The first limit that is exceeded; null for none. */
  private @Nullable QuotaLimit count(
      String method, @Nullable TableId table, long amount, long now) {
    List<Counted> touched = byMethod.get(method);
    if (touched == null) {
      return null;
    }
    QuotaLimit exceeded = null;
    for (Counted each : touched) {
      QuotaLimit limit = each.limit();
      String key = limit.key(table, traits);
      boolean above = key != null && add(each, key, now, amount) > limit.limit();
      if (above && exceeded == null && !limit.code().isEmpty()) {
        exceeded = limit;
      }
    }
    return exceeded;
  }

  private static long add(Counted each, String key, long now, long amount) {
    long window = each.limit().window(now);
    Map<String, Count> used = each.counts();
    if (used.size() >= MAX_COUNTS && !each.limit().isAtOnce()) {
      used.values().removeIf(count -> count.window != window);
    }
    return used.computeIfAbsent(key, name -> new Count()).add(window, amount);
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

  /** What was used of a limit in its window of now, by what it counted for. */
  public Map<String, Long> used(QuotaLimit limit) {
    long window = limit.window(clock.millis());
    Map<String, Long> used = new TreeMap<>();
    for (Counted each : counted) {
      if (each.limit().equals(limit)) {
        each.counts()
            .forEach(
                (key, count) -> {
                  long sum = count.used.sum();
                  if (count.window == window && sum > 0) {
                    used.put(key, sum);
                  }
                });
      }
    }
    return used;
  }
}
