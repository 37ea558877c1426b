package dev.penstock.local;

import static org.awaitility.Awaitility.await;

import com.google.api.gax.core.NoCredentialsProvider;
import com.google.cloud.NoCredentials;
import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.BigQueryOptions;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.FieldValue;
import com.google.cloud.bigquery.FieldValueList;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.JobStatus;
import com.google.cloud.bigquery.PrimaryKey;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableConstraints;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteClient;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteSettings;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.StorageOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Google's own clients, connected to a local BigQuery with one dataset {@code d}. */
final class LocalClients implements AutoCloseable {
  static final String PROJECT = "p";

  final LocalBigQuery local;
  final BigQuery rest;
  final BigQueryWriteClient writes;

  LocalClients(LocalOptions options) throws IOException {
    local = LocalBigQuery.start(options);
    rest =
        BigQueryOptions.newBuilder()
            .setHost(local.restUrl())
            .setProjectId(PROJECT)
            .setCredentials(NoCredentials.getInstance())
            .build()
            .getService();
    writes =
        BigQueryWriteClient.create(
            BigQueryWriteSettings.newBuilder()
                .setCredentialsProvider(NoCredentialsProvider.create())
                .setTransportChannelProvider(
                    BigQueryWriteSettings.defaultGrpcTransportProviderBuilder()
                        .setEndpoint(local.grpcTarget())
                        .setChannelConfigurator(channel -> channel.usePlaintext())
                        .build())
                .build());
  }

  static LocalClients inMemory() throws IOException {
    LocalClients clients = new LocalClients(LocalOptions.inMemory());
    clients.rest.create(DatasetInfo.of("d"));
    return clients;
  }

  void createTable(String name, Field... fields) {
    rest.create(TableInfo.of(TableId.of("d", name), StandardTableDefinition.of(Schema.of(fields))));
  }

  void createKeyedTable(String name, List<String> key, Field... fields) {
    rest.create(
        TableInfo.of(
            TableId.of("d", name),
            StandardTableDefinition.newBuilder()
                .setSchema(Schema.of(fields))
                .setTableConstraints(
                    TableConstraints.newBuilder()
                        .setPrimaryKey(PrimaryKey.newBuilder().setColumns(key).build())
                        .build())
                .build()));
  }

  /** Google's client of Cloud Storage. */
  static Storage storage(LocalBigQuery local) {
    return StorageOptions.newBuilder()
        .setHost(local.restUrl())
        .setProjectId(PROJECT)
        .setCredentials(NoCredentials.getInstance())
        .build()
        .getService();
  }

  /** All rows by tabledata.list, each as its cells' texts joined by a bar, in sorted order. */
  List<String> rows(String table) {
    List<String> rows = new ArrayList<>();
    for (FieldValueList row : rest.listTableData(TableId.of("d", table)).iterateAll()) {
      List<String> cells = new ArrayList<>();
      for (FieldValue cell : row) {
        cells.add(text(cell));
      }
      rows.add(String.join("|", cells));
    }
    rows.sort(null);
    return rows;
  }

  /** Waits for the end of a job; the client's own wait throws what a job failed with. */
  Job awaitEnd(JobId id) {
    // Its own isDone() asks again, and the job would still be the one of before.
    return await()
        .until(
            () -> rest.getJob(id),
            job -> job != null && job.getStatus().getState().equals(JobStatus.State.DONE));
  }

  private static String text(FieldValue cell) {
    if (cell.getValue() instanceof List<?> list) {
      List<String> parts = new ArrayList<>();
      list.forEach(part -> parts.add(part instanceof FieldValue value ? text(value) : "" + part));
      return parts.toString();
    }
    return String.valueOf(cell.getValue());
  }

  static String streamName(String table) {
    return "projects/" + PROJECT + "/datasets/d/tables/" + table + "/streams/_default";
  }

  @Override
  public void close() {
    writes.close();
    local.close();
  }
}
