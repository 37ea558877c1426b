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

/** The max_staleness of a table, which only SQL can read and set (CDC-045, CDC-046). */
final class MaxStaleness {
  private static final Logger LOG = LoggerFactory.getLogger(MaxStaleness.class);
  private static final Duration JOB_TIMEOUT = Duration.ofSeconds(20);
  private static final Map<String, String> LABELS = Map.of("penstock", "max_staleness");

  private final Jobs jobs;

  MaxStaleness(Jobs jobs) {
    this.jobs = jobs;
  }

  @Nullable IngestException set(LiveTable table, Duration wanted) {
    try {
      Optional<Duration> before = read(table);
      if (before.equals(Optional.of(wanted))) {
        return null;
      }
      String observed = before.map(Duration::toString).orElse("unset");
      // Tasks that saw the same table ask for the same job, so that one statement runs.
      String id =
          JobIds.of(
              "max_staleness",
              table.destination().toString(),
              Long.toString(table.createdMillis()),
              table.etag(),
              observed,
              wanted.toString());
      jobs.run(job(id, statement(table.destination(), wanted), table));
      Optional<Duration> after = read(table);
      if (after.equals(Optional.of(wanted))) {
        LOG.info("Set max_staleness of {} from {} to {}", table.destination(), observed, wanted);
        return null;
      }
      throw new IngestException(
          ErrorCode.CONFLICT,
          "max_staleness of "
              + table.destination()
              + " is "
              + after.map(Duration::toString).orElse("unset")
              + " after it was set to "
              + wanted
              + ". Find out who else sets it.");
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

  static String statement(Destination destination, Duration maxStaleness) {
    return "ALTER TABLE "
        + destination.quoted()
        + " SET OPTIONS (max_staleness = INTERVAL "
        + maxStaleness.toSeconds()
        + " SECOND)";
  }

  private Optional<Duration> read(LiveTable table) {
    Destination destination = table.destination();
    String sql =
        "SELECT option_value FROM "
            + SqlText.identifier(destination.project() + "." + destination.dataset())
            + ".INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "
            + SqlText.literal(destination.table())
            + " AND option_name = 'max_staleness'";
    String id = JobIds.of("max_staleness_read", UUID.randomUUID().toString());
    List<List<@Nullable String>> rows = jobs.query(job(id, sql, table)).rows();
    return rows.isEmpty() || rows.get(0).get(0) == null
        ? Optional.empty()
        : IntervalText.parse(rows.get(0).get(0));
  }

  private static QueryJob job(String id, String sql, LiveTable table) {
    return new QueryJob(
        id, sql, table.location().isEmpty() ? null : table.location(), LABELS, JOB_TIMEOUT);
  }
}
