package dev.penstock.core.table;

import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.JobIds;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.job.QueryJob;
import dev.penstock.core.model.SqlText;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives columns wider types, by a statement, for which many tasks submit one job. Thread-safe.
 *
 * @see <a
 *     href="https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#alter_column_set_data_type_statement">ALTER
 *     COLUMN SET DATA TYPE</a>
 */
final class ColumnTypes {
  private static final Logger LOG = LoggerFactory.getLogger(ColumnTypes.class);
  private static final Duration JOB_TIMEOUT = Duration.ofSeconds(60);
  private static final Map<String, String> LABELS = Map.of("penstock", "column_type");

  private final Jobs jobs;

  ColumnTypes(Jobs jobs) {
    this.jobs = jobs;
  }

  void change(LiveTable table, SchemaPlan.Step.Retype step) {
    String statement = statement(table, step);
    String id =
        JobIds.of(
            "column_type",
            table.destination().toString(),
            Long.toString(table.createdMillis()),
            step.toString());
    LOG.info("Changing the schema of table {}: {}", table.destination(), step);
    try {
      jobs.run(
          new QueryJob(
              id,
              statement,
              table.location().isEmpty() ? null : table.location(),
              LABELS,
              JOB_TIMEOUT));
    } catch (IngestException e) {
      throw new IngestException(
          e.code(),
          "Column '"
              + step.from().name()
              + "' of "
              + table.destination()
              + " does not hold the rows and could not be changed from "
              + step.from().sqlType()
              + " to "
              + step.to().sqlType()
              + ": "
              + e.getMessage()
              + " Run this when no rows lie in the streaming buffer of the table: "
              + statement,
          e);
    }
  }

  static String statement(LiveTable table, SchemaPlan.Step.Retype step) {
    return "ALTER TABLE "
        + table.destination().quoted()
        + " ALTER COLUMN "
        + SqlText.identifier(step.from().name())
        + " SET DATA TYPE "
        + step.to().sqlType();
  }
}
