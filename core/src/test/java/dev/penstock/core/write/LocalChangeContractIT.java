package dev.penstock.core.write;

import dev.penstock.testkit.LocalBigQueryExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract on a local BigQuery. */
@Tag("sql")
class LocalChangeContractIT extends ChangeContract {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("contract");

  @Override
  Place place() {
    return new Place(
        LocalWriters.endpoint(BIGQUERY), BIGQUERY.project(), "contract", BIGQUERY.client());
  }
}
