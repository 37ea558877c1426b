package dev.penstock.core.table;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.JobIds;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.job.QueryJob;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.SqlText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The max_staleness of tables, which REST takes and drops (CDC-046), by SQL. Thread-safe. */
final class MaxStaleness {
  /** A statement that another undid is sent so often, under another id each time. */
  static final int MAX_STATEMENTS = 5;

  private static final Logger LOG = LoggerFactory.getLogger(MaxStaleness.class);
  private static final Duration JOB_TIMEOUT = Duration.ofSeconds(60);
  private static final Map<String, String> LABELS = Map.of("penstock", "max_staleness");
  private static final long NANOS_PER_MICRO = 1_000;

  private final Jobs jobs;

  MaxStaleness(Jobs jobs) {
    this.jobs = jobs;
  }

  /** Sets it where it differs, and checks that it took; a failure is told and returned. */
  @Nullable IngestException set(LiveTable table, Duration wanted) {
    try {
      Duration found = read(table).orElse(null);
      for (int attempt = 1; !wanted.equals(found); attempt++) {
        if (attempt > MAX_STATEMENTS) {
          throw notKept(table.destination(), found, wanted);
        }
        change(table, found, wanted, attempt);
        found = read(table).orElse(null);
      }
      return null;
    } catch (IngestException e) {
      LOG.warn(
          "max_staleness of {} is not set to {}: {} Rows are written all the same; set it by hand:"
              + " {}",
          table.destination(),
          wanted,
          e.getMessage(),
          statement(table.destination(), wanted));
      return e;
    }
  }

  /**
   * Sets it. Writers that found the same ask for the same job, so that one statement runs; the next
   * attempt is another job, because the first may be one of long ago.
   */
  void change(LiveTable table, @Nullable Duration found, Duration wanted, int attempt) {
    String id =
        JobIds.of(
            "max_staleness",
            table.destination().toString(),
            Long.toString(table.createdMillis()),
            String.valueOf(found),
            wanted.toString(),
            Integer.toString(attempt));
    jobs.run(job(id, statement(table.destination(), wanted), Map.of(), table));
    LOG.info("Set max_staleness of {} from {} to {}", table.destination(), text(found), wanted);
  }

  static IngestException notKept(
      Destination destination, @Nullable Duration found, Duration wanted) {
    return new IngestException(
        ErrorCode.TABLE_UNSUITABLE,
        "max_staleness of "
            + destination
            + " is "
            + text(found)
            + " after it was set to "
            + wanted
            + ". Find out who else sets it.");
  }

  /** A max_staleness in words. */
  static String text(@Nullable Duration found) {
    return found == null ? "of no fixed length" : found.toString();
  }

  static String statement(Destination destination, Duration maxStaleness) {
    return "ALTER TABLE "
        + destination.quoted()
        + " SET OPTIONS (max_staleness = "
        + (maxStaleness.isZero() ? "NULL" : "INTERVAL " + micros(maxStaleness) + " MICROSECOND")
        + ")";
  }

  static long micros(Duration duration) {
    return duration.toNanos() / NANOS_PER_MICRO;
  }

  /** Zero for none, and once it was removed (CDC-044); empty when it is no fixed length. */
  Optional<Duration> read(LiveTable table) {
    Destination destination = table.destination();
    String sql =
        "SELECT option_value FROM "
            + SqlText.identifier(destination.project() + "." + destination.dataset())
            + ".INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = @table_name AND option_name ="
            + " 'max_staleness'";
    String id = JobIds.of("max_staleness_read", UUID.randomUUID().toString());
    List<List<@Nullable String>> rows =
        jobs.query(job(id, sql, Map.of("table_name", destination.table()), table)).rows();
    return rows.isEmpty() || rows.get(0).get(0) == null
        ? Optional.of(Duration.ZERO)
        : IntervalText.parse(rows.get(0).get(0));
  }

  private static QueryJob job(
      String id, String sql, Map<String, String> parameters, LiveTable table) {
    return new QueryJob(
        id,
        sql,
        null,
        table.location().isEmpty() ? null : table.location(),
        LABELS,
        JOB_TIMEOUT,
        parameters);
  }
}
