package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import java.sql.ResultSet;

/**
 * Reads the rows of a JDBC result, one after the other, columns from left to right. One owner
 * thread.
 *
 * <p>There is no ladder of SQL types here. A statement yields each column in the one form of its
 * kind, which every database can make exactly and no driver moves between time zones: {@code
 * getLong} for dates and times, in the unit of the field; {@code getBigDecimal} for DECIMAL; {@code
 * getString} for TEXT, JSON and INTERVAL; {@code java.sql.Struct} and {@code java.sql.Array} of the
 * same forms for STRUCT and LIST.
 */
public final class JdbcRows {
  private final SourceSchema schema;
  private final JdbcReader reader;

  private JdbcRows(SourceSchema schema) {
    this.schema = schema;
    this.reader = new JdbcReader(JdbcForm.ofFields(schema.fields(), ""));
  }

  /** Rows whose columns yield the fields of a schema, in its order. */
  public static JdbcRows of(SourceSchema schema) {
    return new JdbcRows(schema);
  }

  /** What the reader yields. */
  public SourceSchema schema() {
    return schema;
  }

  /**
   * Reads the row that a result stands on from now on.
   *
   * @return the one reader of this object
   */
  public RowReader read(ResultSet row) {
    return reader.on(row);
  }
}
