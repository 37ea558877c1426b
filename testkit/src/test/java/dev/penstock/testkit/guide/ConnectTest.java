package dev.penstock.testkit.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.api.gax.core.NoCredentialsProvider;
import com.google.cloud.NoCredentials;
import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.BigQueryOptions;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.FormatOptions;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.LoadJobConfiguration;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import com.google.cloud.bigquery.storage.v1.BigQueryReadClient;
import com.google.cloud.bigquery.storage.v1.BigQueryReadSettings;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteClient;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteSettings;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.DataFormat;
import com.google.cloud.bigquery.storage.v1.ReadRowsRequest;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.cloud.bigquery.storage.v1.ReadSession.TableReadOptions;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.BucketInfo;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.StorageOptions;
import com.google.protobuf.ByteString;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ConnectTest {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("shop");

  @Test
  void bothClientsReachTheServer() throws IOException {
    BigQuery bigQuery = bigQuery(BIGQUERY.restUrl());
    bigQuery.create(DatasetInfo.of("d"));
    Schema schema = Schema.of(Field.of("id", StandardSQLTypeName.INT64));
    bigQuery.create(TableInfo.of(TableId.of("d", "t"), StandardTableDefinition.of(schema)));

    try (BigQueryWriteClient client = writeClient(BIGQUERY.grpcTarget())) {
      String stream = "projects/p/datasets/d/tables/t/streams/_default";
      assertThat(client.getWriteStream(stream).getType()).isEqualTo(WriteStream.Type.COMMITTED);
    }
  }

  @Test
  void aStagedFileIsLoaded() throws Exception {
    BigQuery bigQuery = bigQuery(BIGQUERY.restUrl());

    try (Storage storage = storage(BIGQUERY.restUrl())) {
      loadStaged(storage, bigQuery);
    }

    TableId orders = TableId.of("shop", "staged");
    assertThat(bigQuery.getTable(orders).getNumRows().intValueExact()).isEqualTo(2);
    try (BigQueryReadClient client = readClient(BIGQUERY.grpcTarget())) {
      assertThat(read(client)).extracting(row -> row.get("id")).containsExactlyInAnyOrder(1L, 2L);
    }
  }

  static void loadStaged(Storage storage, BigQuery bigQuery) throws InterruptedException {
    if (bigQuery.getDataset("shop") == null) {
      bigQuery.create(DatasetInfo.of("shop"));
    }
    storage.create(BucketInfo.of("staging"));
    storage.create(
        BlobInfo.newBuilder("staging", "orders/1.json").build(),
        "{\"id\": 1}\n{\"id\": 2}\n".getBytes(StandardCharsets.UTF_8));
    LoadJobConfiguration load =
        LoadJobConfiguration.newBuilder(
                TableId.of("shop", "staged"), "gs://staging/orders/*", FormatOptions.json())
            .setSchema(Schema.of(Field.of("id", StandardSQLTypeName.INT64)))
            .build();
    bigQuery.create(JobInfo.of(load)).waitFor();
  }

  static Storage storage(String rest) { // http://127.0.0.1:9050
    return StorageOptions.newBuilder()
        .setHost(rest)
        .setProjectId("p")
        .setCredentials(NoCredentials.getInstance())
        .build()
        .getService();
  }

  static BigQuery bigQuery(String rest) { // http://127.0.0.1:9050
    return BigQueryOptions.newBuilder()
        .setHost(rest)
        .setProjectId("p")
        .setCredentials(NoCredentials.getInstance())
        .build()
        .getService();
  }

  static BigQueryWriteClient writeClient(String grpc) throws IOException { // 127.0.0.1:9060
    return BigQueryWriteClient.create(
        BigQueryWriteSettings.newBuilder()
            .setCredentialsProvider(NoCredentialsProvider.create())
            .setTransportChannelProvider(
                BigQueryWriteSettings.defaultGrpcTransportProviderBuilder()
                    .setEndpoint(grpc)
                    .setChannelConfigurator(channel -> channel.usePlaintext())
                    .build())
            .build());
  }

  static BigQueryReadClient readClient(String grpc) throws IOException { // 127.0.0.1:9060
    return BigQueryReadClient.create(
        BigQueryReadSettings.newBuilder()
            .setCredentialsProvider(NoCredentialsProvider.create())
            .setTransportChannelProvider(
                BigQueryReadSettings.defaultGrpcTransportProviderBuilder()
                    .setEndpoint(grpc)
                    .setChannelConfigurator(channel -> channel.usePlaintext())
                    .build())
            .build());
  }

  static List<GenericRecord> read(BigQueryReadClient client) throws IOException {
    ReadSession session =
        client.createReadSession(
            CreateReadSessionRequest.newBuilder()
                .setParent("projects/p")
                .setReadSession(
                    ReadSession.newBuilder()
                        .setTable("projects/p/datasets/shop/tables/staged")
                        .setDataFormat(DataFormat.AVRO)
                        .setReadOptions(TableReadOptions.newBuilder().addSelectedFields("id")))
                .setMaxStreamCount(1)
                .build());
    GenericDatumReader<GenericRecord> reader =
        new GenericDatumReader<>(
            new org.apache.avro.Schema.Parser().parse(session.getAvroSchema().getSchema()));
    List<GenericRecord> rows = new ArrayList<>();
    ReadRowsRequest all =
        ReadRowsRequest.newBuilder().setReadStream(session.getStreams(0).getName()).build();
    for (ReadRowsResponse response : client.readRowsCallable().call(all)) {
      ByteString bytes = response.getAvroRows().getSerializedBinaryRows();
      BinaryDecoder in = DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null);
      while (!in.isEnd()) {
        rows.add(reader.read(null, in));
      }
    }
    return rows;
  }
}
