package dev.penstock.local.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.StreamSupport;

/** Counts what the service would bill, by the ways that bytes take. Thread-safe. */
public final class PriceLedger {
  private record Count(LongAdder calls, LongAdder bytes) {}

  /** What came by one way since the ledger began. */
  public record Line(Price price, long calls, long bytes) {}

  private final InstantSource clock;
  private final List<Price> prices;
  private volatile Map<BilledPath, Count> counts = zero();
  private volatile Instant since;

  private PriceLedger(InstantSource clock, List<Price> prices) {
    this.clock = clock;
    this.prices = prices;
    this.since = clock.instant();
  }

  /** A ledger with the prices of {@code prices.json}. */
  public static PriceLedger load(InstantSource clock) {
    try (InputStream in = PriceLedger.class.getResourceAsStream("prices.json")) {
      if (in == null) {
        throw new IllegalStateException("prices.json is missing in the artifact");
      }
      JsonNode file = new ObjectMapper().readTree(in);
      return new PriceLedger(
          clock,
          StreamSupport.stream(file.path("prices").spliterator(), false)
              .map(PriceLedger::price)
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Price price(JsonNode line) {
    return new Price(
        BilledPath.valueOf(line.path("path").asText()),
        line.hasNonNull("usd") ? new BigDecimal(line.path("usd").asText()) : null,
        line.path("unit").asText(),
        line.path("unitBytes").asLong(),
        line.path("note").asText(),
        line.path("facts").asText(),
        line.path("source").asText(),
        line.path("date").asText());
  }

  private static Map<BilledPath, Count> zero() {
    Map<BilledPath, Count> counts = new EnumMap<>(BilledPath.class);
    for (BilledPath path : BilledPath.values()) {
      counts.put(path, new Count(new LongAdder(), new LongAdder()));
    }
    return counts;
  }

  /** Counts a call that took effect. */
  public void add(BilledPath path, long bytes) {
    Count count = counts.get(path);
    if (count != null) {
      count.calls().increment();
      count.bytes().add(bytes);
    }
  }

  /** Counts a job that succeeded; a script's statements count, and not the script itself. */
  void add(Job job, JobOutcome outcome) {
    if (outcome instanceof JobOutcome.Query query && job.children() == 0) {
      add(BilledPath.QUERY, query.result().cost().billed());
    } else if (outcome instanceof JobOutcome.Load load) {
      add(BilledPath.LOAD, load.inputFileBytes());
    } else if (outcome instanceof JobOutcome.Copy) {
      add(BilledPath.COPY, 0);
    }
  }

  /** One line for each way, in the order of the price list. */
  public List<Line> lines() {
    Map<BilledPath, Count> now = counts;
    return prices.stream()
        .map(
            price -> {
              Count count =
                  now.getOrDefault(price.path(), new Count(new LongAdder(), new LongAdder()));
              return new Line(price, count.calls().sum(), count.bytes().sum());
            })
        .toList();
  }

  /** When it began to count. */
  public Instant since() {
    return since;
  }

  /** Begins again at nothing. */
  public void reset() {
    counts = zero();
    since = clock.instant();
  }
}
