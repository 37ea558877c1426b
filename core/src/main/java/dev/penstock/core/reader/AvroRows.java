package dev.penstock.core.reader;

import dev.penstock.core.encode.CreationTypes;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Reads Avro records of one schema, one after the other. One owner thread. */
public final class AvroRows {
  private final AvroRecords root;
  private final SourceSchema schema;

  private AvroRows(AvroRecords root, SourceSchema schema) {
    this.root = root;
    this.schema = schema;
  }

  /**
   * Rows of a schema. A schema that a read session announced gives the columns of the table it was
   * read from.
   *
   * @throws IngestException UNSUPPORTED_TYPE with every refusal at once, INVALID_OPTION for a path
   *     that marks no string
   */
  public static AvroRows of(Schema schema, AvroOptions options) {
    AvroSchemas compiler = new AvroSchemas(options);
    AvroRecords root = compiler.root(schema);
    List<String> reasons = new ArrayList<>(compiler.schemaRefusals());
    ErrorCode code = reasons.isEmpty() ? ErrorCode.INVALID_OPTION : ErrorCode.UNSUPPORTED_TYPE;
    reasons.addAll(compiler.markRefusals());
    if (!reasons.isEmpty()) {
      throw new IngestException(
          code,
          "Records of " + schema.getName() + " cannot become rows: " + String.join(" ", reasons));
    }
    List<SourceField> fields = root.fields();
    return new AvroRows(
        root,
        new SourceSchema(
            options.deriveRequiredColumns()
                ? fields.stream().map(CreationTypes::withRequiredColumns).toList()
                : fields));
  }

  /** What the reader yields; one instance for the life of this object. */
  public SourceSchema schema() {
    return schema;
  }

  /** The columns of a table made for these rows. */
  public TableSchema tableSchema() {
    return new TableSchema(schema.fields().stream().map(CreationTypes::columnFor).toList());
  }

  /**
   * Reads this record from now on. Fields pair with the schema's by position; the record's own
   * names do not matter.
   *
   * @return the one reader of this object
   * @throws dev.penstock.core.encode.RowFaultException when the record has fewer fields
   */
  public RowReader read(IndexedRecord record) {
    return root.on(record);
  }
}
