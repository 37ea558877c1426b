package dev.penstock.core.reader;

import dev.penstock.core.encode.CreationTypes;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.TableSchema;

/**
 * Reads Java records of one class as rows, one after the other. Components pair with columns by
 * name. One owner thread.
 *
 * @param <R> the class of the records
 */
public final class RecordRows<R extends Record> {
  private final RecordReader reader;
  private final SourceSchema schema;

  private RecordRows(RecordReader reader) {
    this.reader = reader;
    this.schema = new SourceSchema(reader.fields());
  }

  /**
   * Rows of a record class.
   *
   * @throws IngestException UNSUPPORTED_TYPE with every refusal at once, each with the component's
   *     path and type
   */
  public static <R extends Record> RecordRows<R> of(Class<R> type) {
    RecordPlans plans = new RecordPlans();
    RecordReader reader = plans.root(type);
    if (!plans.refusals().isEmpty()) {
      throw new IngestException(
          ErrorCode.UNSUPPORTED_TYPE,
          "Records of "
              + type.getName()
              + " cannot become rows: "
              + String.join(" ", plans.refusals()));
    }
    return new RecordRows<>(reader);
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
   * Reads this record from now on.
   *
   * @return the one reader of this object
   */
  public RowReader read(R record) {
    return reader.on(record);
  }
}
