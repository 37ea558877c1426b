package dev.penstock.core.publish;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** The rows of a source, each with its number in a last field. One owner thread. */
final class SequencedRows implements RowCursor {
  private final RowCursor source;
  private final SourceSchema schema;
  private final Numbered row;
  private long number = 1;

  /**
   * Numbers rows.
   *
   * @param source stands at its first row, whose number is 1
   */
  SequencedRows(RowCursor source) {
    this.source = source;
    List<SourceField> fields = new ArrayList<>(source.schema().fields());
    fields.add(SourceField.of(PublishPlan.SEQUENCE_COLUMN, ValueKind.LONG, false));
    this.schema = new SourceSchema(fields);
    this.row = new Numbered(fields.size() - 1);
  }

  @Override
  public SourceSchema schema() {
    return schema;
  }

  @Override
  public boolean next() {
    number++;
    return source.next();
  }

  @Override
  public RowReader row() {
    row.values = source.row();
    return row;
  }

  @Override
  public String position() {
    return source.position();
  }

  @Override
  public void close() {
    source.close();
  }

  private final class Numbered implements RowReader {
    private final int last;
    private RowReader values = this;

    Numbered(int last) {
      this.last = last;
    }

    @Override
    public int size() {
      return last + 1;
    }

    @Override
    public boolean isNull(int ordinal) {
      return ordinal != last && values.isNull(ordinal);
    }

    @Override
    public boolean booleanAt(int ordinal) {
      return values.booleanAt(ordinal);
    }

    @Override
    public long longAt(int ordinal) {
      return ordinal == last ? number : values.longAt(ordinal);
    }

    @Override
    public double doubleAt(int ordinal) {
      return values.doubleAt(ordinal);
    }

    @Override
    public BigDecimal decimalAt(int ordinal) {
      return values.decimalAt(ordinal);
    }

    @Override
    public void decimal(int ordinal, DecimalSink sink) {
      values.decimal(ordinal, sink);
    }

    @Override
    public void text(int ordinal, TextSink sink) {
      values.text(ordinal, sink);
    }

    @Override
    public void bytes(int ordinal, ByteSink sink) {
      values.bytes(ordinal, sink);
    }

    @Override
    public RowReader struct(int ordinal) {
      return values.struct(ordinal);
    }

    @Override
    public RowReader list(int ordinal) {
      return values.list(ordinal);
    }
  }
}
