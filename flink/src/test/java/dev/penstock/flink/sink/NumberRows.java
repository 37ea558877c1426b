package dev.penstock.flink.sink;

import com.google.cloud.bigquery.storage.v1.TableSchema;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.serializer.RecordRows;
import dev.penstock.flink.serializer.RowSerializationSchema;
import java.io.IOException;
import java.io.Serial;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Numbers as rows of id and name. It skips one number and fails at another. */
final class NumberRows extends RowSerializationSchema<Long> {
  @Serial private static final long serialVersionUID = 1L;

  static final long NONE = -1;

  private final long skipped;
  private final long unreadable;
  private final boolean opens;

  NumberRows() {
    this(NONE, NONE);
  }

  NumberRows(long skipped, long unreadable) {
    this(skipped, unreadable, true);
  }

  private NumberRows(long skipped, long unreadable, boolean opens) {
    this.skipped = skipped;
    this.unreadable = unreadable;
    this.opens = opens;
  }

  static NumberRows thatDoNotOpen() {
    return new NumberRows(NONE, NONE, false);
  }

  @Override
  public TableSchema getTableSchema(TableDestination destination) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RecordRows<Long> open() {
    if (!opens) {
      throw new IllegalStateException("does not open");
    }
    return new Rows(skipped, unreadable);
  }

  private static final class Rows implements RecordRows<Long>, RowReader {
    private final SourceSchema schema =
        new SourceSchema(
            List.of(
                SourceField.of("id", ValueKind.LONG, false),
                SourceField.of("name", ValueKind.TEXT, true)));
    private final long skipped;
    private final long unreadable;
    private long number;

    Rows(long skipped, long unreadable) {
      this.skipped = skipped;
      this.unreadable = unreadable;
    }

    @Override
    public SourceSchema schema() {
      return schema;
    }

    @Override
    public @Nullable RowReader read(Long element) throws IOException {
      if (element == unreadable) {
        throw new IOException("number " + element);
      }
      number = element;
      return element == skipped ? null : this;
    }

    @Override
    public int size() {
      return 2;
    }

    @Override
    public boolean isNull(int ordinal) {
      return false;
    }

    @Override
    public long longAt(int ordinal) {
      return number;
    }

    @Override
    public void text(int ordinal, TextSink sink) {
      sink.text("n" + number);
    }

    @Override
    public boolean booleanAt(int ordinal) {
      throw new UnsupportedOperationException();
    }

    @Override
    public double doubleAt(int ordinal) {
      throw new UnsupportedOperationException();
    }

    @Override
    public BigDecimal decimalAt(int ordinal) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void bytes(int ordinal, ByteSink sink) {
      throw new UnsupportedOperationException();
    }

    @Override
    public RowReader struct(int ordinal) {
      throw new UnsupportedOperationException();
    }

    @Override
    public RowReader list(int ordinal) {
      throw new UnsupportedOperationException();
    }
  }
}
