package dev.penstock.local;

import com.google.api.gax.core.NoCredentialsProvider;
import com.google.cloud.bigquery.storage.v1.BigQueryReadClient;
import com.google.cloud.bigquery.storage.v1.BigQueryReadSettings;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.DataFormat;
import com.google.cloud.bigquery.storage.v1.ReadRowsRequest;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.cloud.bigquery.storage.v1.ReadStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/** Google's read client, connected to a local BigQuery. */
final class TableReads implements AutoCloseable {
  final BigQueryReadClient client;

  TableReads(LocalBigQuery local) throws IOException {
    client =
        BigQueryReadClient.create(
            BigQueryReadSettings.newBuilder()
                .setCredentialsProvider(NoCredentialsProvider.create())
                .setTransportChannelProvider(
                    BigQueryReadSettings.defaultGrpcTransportProviderBuilder()
                        .setEndpoint(local.grpcTarget())
                        .setChannelConfigurator(channel -> channel.usePlaintext())
                        .build())
                .build());
  }

  /** A request for a session in Avro, of all of a table of dataset {@code d}. */
  static CreateReadSessionRequest.Builder request(String table) {
    return CreateReadSessionRequest.newBuilder()
        .setParent("projects/" + LocalClients.PROJECT)
        .setReadSession(
            ReadSession.newBuilder()
                .setTable("projects/" + LocalClients.PROJECT + "/datasets/d/tables/" + table)
                .setDataFormat(DataFormat.AVRO));
  }

  ReadSession create(String table) {
    return create(request(table));
  }

  ReadSession create(CreateReadSessionRequest.Builder request) {
    return client.createReadSession(request.build());
  }

  /** A session of some columns and some rows. */
  ReadSession create(String table, String restriction, String... fields) {
    CreateReadSessionRequest.Builder request = request(table);
    request
        .getReadSessionBuilder()
        .getReadOptionsBuilder()
        .addAllSelectedFields(List.of(fields))
        .setRowRestriction(restriction);
    return create(request);
  }

  /** The responses of a stream from an offset on. */
  List<ReadRowsResponse> responses(ReadSession session, int stream, long offset) {
    List<ReadRowsResponse> responses = new ArrayList<>();
    client
        .readRowsCallable()
        .call(
            ReadRowsRequest.newBuilder()
                .setReadStream(session.getStreams(stream).getName())
                .setOffset(offset)
                .build())
        .forEach(responses::add);
    return responses;
  }

  /** All rows of a session, stream by stream. */
  List<GenericRecord> rows(ReadSession session) throws IOException {
    List<GenericRecord> rows = new ArrayList<>();
    for (ReadStream stream : session.getStreamsList()) {
      rows.addAll(rows(session, session.getStreamsList().indexOf(stream), 0));
    }
    return rows;
  }

  /** The rows of a stream from an offset on. */
  List<GenericRecord> rows(ReadSession session, int stream, long offset) throws IOException {
    List<GenericRecord> rows = new ArrayList<>();
    for (ReadRowsResponse response : responses(session, stream, offset)) {
      rows.addAll(decode(session, response));
    }
    return rows;
  }

  static List<GenericRecord> decode(ReadSession session, ReadRowsResponse response)
      throws IOException {
    Schema schema = new Schema.Parser().parse(session.getAvroSchema().getSchema());
    GenericDatumReader<GenericRecord> reader = new GenericDatumReader<>(schema);
    BinaryDecoder in =
        DecoderFactory.get()
            .binaryDecoder(response.getAvroRows().getSerializedBinaryRows().toByteArray(), null);
    List<GenericRecord> rows = new ArrayList<>();
    while (!in.isEnd()) {
      rows.add(reader.read(null, in));
    }
    if (rows.size() != response.getRowCount()) {
      throw new AssertionError(rows.size() + " rows, announced " + response.getRowCount());
    }
    return rows;
  }

  /** One column of rows. */
  static List<String> column(List<GenericRecord> rows, String name) {
    List<String> values = new ArrayList<>();
    rows.forEach(row -> values.add(String.valueOf(row.get(name))));
    return values;
  }

  @Override
  public void close() {
    client.close();
  }
}
