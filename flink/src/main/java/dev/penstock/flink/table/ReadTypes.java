package dev.penstock.flink.table;

import dev.penstock.core.encode.CreationTypes;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Which converter makes a declared type of a kind of value. A misfit is refused by name. */
final class ReadTypes {
  private ReadTypes() {}

  /**
   * A converter.
   *
   * @param path names the column in messages
   * @param sent what the reader yields for it
   * @throws IOException when the declared type means something else
   */
  static CellConverter converterOf(String path, LogicalType declared, SourceField sent)
      throws IOException {
    if (!takes(declared, sent.kind())) {
      throw misfit(path, declared, sent);
    }
    return switch (declared.getTypeRoot()) {
      case ROW -> struct(path, (RowType) declared, sent);
      case ARRAY ->
          new ListCell(
              converterOf(path, ((ArrayType) declared).getElementType(), sent.children().get(0)));
      case MAP -> entries(path, declared, (MapType) declared, sent);
      case MULTISET -> {
        LogicalType element = ((MultisetType) declared).getElementType();
        yield entries(path, declared, new MapType(element, new IntType(false)), sent);
      }
      case DATE,
          TIME_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          temporal(declared, sent);
      default -> scalar(path, declared);
    };
  }

  /** Whether values of a kind mean what the declared type says. */
  private static boolean takes(LogicalType declared, ValueKind kind) {
    return switch (declared.getTypeRoot()) {
      case CHAR, VARCHAR ->
          kind == ValueKind.TEXT || kind == ValueKind.JSON || kind == ValueKind.INTERVAL;
      case BOOLEAN -> kind == ValueKind.BOOL;
      case BINARY, VARBINARY -> kind == ValueKind.BYTES;
      case TINYINT, SMALLINT, INTEGER, BIGINT -> kind == ValueKind.LONG;
      case FLOAT, DOUBLE -> kind == ValueKind.DOUBLE;
      case DECIMAL -> kind == ValueKind.DECIMAL;
      case DATE -> kind == ValueKind.DATE;
      case TIME_WITHOUT_TIME_ZONE -> kind == ValueKind.TIME;
      case TIMESTAMP_WITHOUT_TIME_ZONE -> kind == ValueKind.DATETIME;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> kind == ValueKind.INSTANT;
      case ROW -> kind == ValueKind.STRUCT;
      case ARRAY, MAP, MULTISET -> kind == ValueKind.LIST;
      default -> false;
    };
  }

  private static CellConverter scalar(String path, LogicalType declared) {
    return switch (declared.getTypeRoot()) {
      case CHAR, VARCHAR -> new TextCell();
      case BINARY, VARBINARY -> new BytesCell();
      case BOOLEAN -> RowReader::booleanAt;
      case TINYINT ->
          (row, i) ->
              (byte) ReadValues.integer(path, row.longAt(i), Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SMALLINT ->
          (row, i) ->
              (short) ReadValues.integer(path, row.longAt(i), Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER ->
          (row, i) ->
              (int) ReadValues.integer(path, row.longAt(i), Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT -> RowReader::longAt;
      case FLOAT -> (row, i) -> ReadValues.single(path, row.doubleAt(i));
      case DOUBLE -> RowReader::doubleAt;
      case DECIMAL ->
          (row, i) -> ReadValues.decimal(path, row.decimalAt(i), (DecimalType) declared);
      default -> throw new AssertionError(declared);
    };
  }

  private static CellConverter temporal(LogicalType declared, SourceField sent) {
    if (sent.kind() == ValueKind.DATE) {
      return (row, i) -> (int) row.longAt(i);
    }
    TimeUnit unit = Objects.requireNonNull(sent.unit());
    int precision = LogicalTypeChecks.getPrecision(declared);
    if (sent.kind() == ValueKind.TIME) {
      return (row, i) -> ReadValues.time(unit.toMillis(row.longAt(i)), precision);
    }
    return (row, i) -> ReadValues.timestamp(unit.toMicros(row.longAt(i)), precision);
  }

  private static CellConverter struct(String path, RowType declared, SourceField sent)
      throws IOException {
    RowConverter fields = RowConverter.of(path + ".", declared, sent.children());
    return (row, i) -> fields.convert(row.struct(i));
  }

  /** A map is a list of structs of key and value. */
  private static CellConverter entries(
      String path, LogicalType declared, MapType map, SourceField sent) throws IOException {
    SourceField entry = sent.children().get(0);
    if (entry.kind() != ValueKind.STRUCT) {
      throw misfit(path, declared, sent);
    }
    RowType fields =
        RowType.of(
            new LogicalType[] {map.getKeyType(), map.getValueType()},
            new String[] {"key", "value"});
    return new EntriesCell(RowConverter.of(path + ".", fields, entry.children()));
  }

  private static IOException misfit(String path, LogicalType declared, SourceField sent) {
    Column column = CreationTypes.columnFor(sent);
    return new IOException(
        "Column '"
            + path
            + "' is declared as "
            + declared.asSummaryString()
            + " and is "
            + (column.mode() == ColumnMode.REPEATED
                ? "ARRAY<" + column.type() + ">"
                : column.type())
            + " in BigQuery. Declare "
            + declarable(sent.kind())
            + ".");
  }

  private static String declarable(ValueKind kind) {
    return switch (kind) {
      case BOOL -> "BOOLEAN";
      case LONG -> "BIGINT";
      case UNSIGNED_LONG, DECIMAL -> "DECIMAL";
      case DOUBLE -> "DOUBLE";
      case TEXT, INTERVAL, JSON -> "STRING";
      case BYTES -> "BYTES";
      case DATE -> "DATE";
      case TIME -> "TIME";
      case DATETIME -> "TIMESTAMP";
      case INSTANT -> "TIMESTAMP_LTZ";
      case STRUCT -> "ROW";
      case LIST -> "ARRAY";
    };
  }
}
