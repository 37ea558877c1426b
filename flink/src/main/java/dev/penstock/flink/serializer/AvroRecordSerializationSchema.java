package dev.penstock.flink.serializer;

import com.google.cloud.bigquery.storage.v1.TableSchema;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.reader.AvroRows;
import dev.penstock.flink.TableDestination;
import java.io.Serial;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.flink.annotation.PublicEvolving;

/**
 * Avro records of one schema, generic or generated. Columns are derived from the schema: NULLABLE
 * unless the options ask for more.
 *
 * @param <T> the records
 */
@PublicEvolving
public final class AvroRecordSerializationSchema<T extends IndexedRecord>
    extends RowSerializationSchema<T> {
  @Serial private static final long serialVersionUID = 1L;

  private final String schema;
  private final AvroSchemaOptions options;

  private AvroRecordSerializationSchema(String schema, AvroSchemaOptions options) {
    this.schema = schema;
    this.options = options;
    rows();
  }

  /**
   * Records of a schema.
   *
   * @throws IllegalArgumentException when a field has no column type, with every refusal
   */
  public static <T extends IndexedRecord> AvroRecordSerializationSchema<T> of(Schema schema) {
    return of(schema, AvroSchemaOptions.builder().build());
  }

  /** Records of a schema, with options. */
  public static <T extends IndexedRecord> AvroRecordSerializationSchema<T> of(
      Schema schema, AvroSchemaOptions options) {
    return of(schema.toString(), options);
  }

  /** Records of a schema in its JSON form. */
  public static <T extends IndexedRecord> AvroRecordSerializationSchema<T> of(String schema) {
    return of(schema, AvroSchemaOptions.builder().build());
  }

  /** Records of a schema in its JSON form, with options. */
  public static <T extends IndexedRecord> AvroRecordSerializationSchema<T> of(
      String schema, AvroSchemaOptions options) {
    return new AvroRecordSerializationSchema<>(schema, options);
  }

  private AvroRows rows() {
    try {
      return AvroRows.of(new Schema.Parser().parse(schema), options.toEngine());
    } catch (IngestException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public TableSchema getTableSchema(TableDestination destination) {
    return SchemaForms.toProto(rows().tableSchema());
  }

  @Override
  public RecordRows<T> open() {
    AvroRows rows = rows();
    return new RecordRows<>() {
      @Override
      public SourceSchema schema() {
        return rows.schema();
      }

      @Override
      public RowReader read(T element) {
        return rows.read(element);
      }
    };
  }
}
