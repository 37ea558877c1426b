package dev.penstock.flink.serializer;

import com.google.cloud.bigquery.storage.v1.TableSchema;
import com.google.protobuf.ByteString;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.reader.JsonRows;
import dev.penstock.flink.TableDestination;
import java.io.Serial;
import org.apache.flink.annotation.PublicEvolving;

/**
 * JSON documents as text, one object each. JSON carries no schema, so the columns are given and
 * stay the same for the life of the job.
 */
@PublicEvolving
public final class JsonDocumentSerializationSchema extends RowSerializationSchema<String> {
  @Serial private static final long serialVersionUID = 1L;

  private final TableSchema schema;
  private final JsonDocumentOptions options;

  private JsonDocumentSerializationSchema(TableSchema schema, JsonDocumentOptions options) {
    this.schema = schema;
    this.options = options;
    rows();
  }

  /**
   * Documents for these columns; a column without a mode is NULLABLE.
   *
   * @throws IllegalArgumentException when a column has a type that rows cannot carry
   */
  public static JsonDocumentSerializationSchema of(TableSchema schema) {
    return of(schema, JsonDocumentOptions.builder().build());
  }

  /** Documents for these columns, with options. */
  public static JsonDocumentSerializationSchema of(
      TableSchema schema, JsonDocumentOptions options) {
    return new JsonDocumentSerializationSchema(schema, options);
  }

  /**
   * Documents for the columns that a text describes: the JSON of a {@code TableSchema} of
   * BigQuery's REST API, or the array of its fields, as {@code bq show --schema} prints it.
   *
   * @throws IllegalArgumentException when it is neither, or a column has a type that rows cannot
   *     carry
   */
  public static JsonDocumentSerializationSchema of(String restSchema) {
    return of(restSchema, JsonDocumentOptions.builder().build());
  }

  /** The same, with options. */
  public static JsonDocumentSerializationSchema of(String restSchema, JsonDocumentOptions options) {
    try {
      return of(SchemaForms.toProto(SchemaForms.fromRestJson(restSchema)), options);
    } catch (IngestException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private JsonRows rows() {
    try {
      return JsonRows.of(SchemaForms.fromProto(schema), options.toEngine());
    } catch (IngestException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public TableSchema getTableSchema(TableDestination destination) {
    return schema;
  }

  @Override
  public RecordRows<String> open() {
    JsonRows rows = rows();
    return new RecordRows<>() {
      @Override
      public SourceSchema schema() {
        return rows.schema();
      }

      @Override
      public RowReader read(String element) {
        return rows.read(element);
      }

      @Override
      public ByteString payloadOf(String element) {
        return ByteString.copyFromUtf8(element);
      }
    };
  }
}
