package dev.penstock.testkit.guide;

import com.google.cloud.bigquery.storage.v1.BigQueryWriteClient;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteSettings;
import com.google.cloud.bigquery.storage.v1.JsonStreamWriter;
import com.google.cloud.bigquery.storage.v1.TableFieldSchema;
import com.google.cloud.bigquery.storage.v1.TableSchema;
import org.json.JSONArray;
import org.json.JSONObject;

/** Writes orders as changes, with Google's own client. */
final class OrderWriter implements AutoCloseable {
  private static final TableSchema CHANGE =
      TableSchema.newBuilder()
          .addFields(field("id", TableFieldSchema.Type.INT64))
          .addFields(field("_CHANGE_TYPE", TableFieldSchema.Type.STRING))
          .build();

  private final BigQueryWriteClient client;
  private final JsonStreamWriter writer;

  OrderWriter(BigQueryWriteSettings settings, String project) throws Exception {
    String stream = "projects/" + project + "/datasets/shop/tables/orders/streams/_default";
    client = BigQueryWriteClient.create(settings);
    writer = JsonStreamWriter.newBuilder(stream, CHANGE, client).build();
  }

  void write(long id) throws Exception {
    append(id, "UPSERT");
  }

  void delete(long id) throws Exception {
    append(id, "DELETE");
  }

  private void append(long id, String change) throws Exception {
    JSONObject row = new JSONObject().put("id", id).put("_CHANGE_TYPE", change);
    writer.append(new JSONArray().put(row)).get();
  }

  private static TableFieldSchema field(String name, TableFieldSchema.Type type) {
    return TableFieldSchema.newBuilder()
        .setName(name)
        .setType(type)
        .setMode(TableFieldSchema.Mode.NULLABLE)
        .build();
  }

  @Override
  public void close() {
    writer.close();
    client.close();
  }
}
