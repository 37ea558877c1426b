package dev.penstock.core.write;

import com.google.cloud.bigquery.BigQueryOptions;
import dev.penstock.core.connection.Endpoint;
import org.junit.jupiter.api.Tag;

/** The contract on the real service, in the project and dataset that the environment names. */
@Tag("gcp")
class ServiceChangeContractIT extends ChangeContract {
  @Override
  Place place() {
    String project = System.getenv("PENSTOCK_GCP_PROJECT");
    return new Place(
        new Endpoint.Service(new Endpoint.CredentialSource.ApplicationDefault()),
        project,
        System.getenv("PENSTOCK_GCP_DATASET"),
        BigQueryOptions.newBuilder().setProjectId(project).build().getService());
  }
}
