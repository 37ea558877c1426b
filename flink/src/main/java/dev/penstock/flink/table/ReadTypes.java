package dev.penstock.flink.table;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.jspecify.annotations.Nullable;

/** Which converter makes a declared type of what BigQuery sends. A misfit is refused by name. */
final class ReadTypes {
  private ReadTypes() {}

  /**
   * A converter.
   *
   * @param path names the column in messages
   * @param sent how the column is sent
   * @throws IOException when the declared type does not fit it
   */
  static CellConverter converterOf(String path, LogicalType declared, Schema sent)
      throws IOException {
    Schema schema = withoutNull(sent);
    Schema.Type wanted = sentAs(declared);
    boolean datetimeText =
        wanted == Schema.Type.LONG
            && schema.getType() == Schema.Type.STRING
            && isDatetime(declared);
    if (wanted == null
        || (schema.getType() != wanted && !datetimeText)
        || !isMeant(declared, schema)) {
      throw new IOException(
          "Column '"
              + path
              + "' is declared as "
              + declared.asSummaryString()
              + " and BigQuery sends it as Avro "
              + schema.getType().getName()
              + (schema.getProp("logicalType") == null ? "" : " " + schema.getProp("logicalType"))
              + ". Declare the type that the column has.");
    }
    if (datetimeText) {
      int precision = LogicalTypeChecks.getPrecision(declared);
      return value -> ReadValues.datetimeText(value, precision);
    }
    return switch (declared.getTypeRoot()) {
      case ROW -> struct(path, (RowType) declared, schema);
      case ARRAY -> list(path, ((ArrayType) declared).getElementType(), schema);
      case MAP -> entries(path, (MapType) declared, schema);
      case DECIMAL -> decimal(path, (DecimalType) declared, schema);
      default -> scalar(path, declared);
    };
  }

  private static boolean isDatetime(LogicalType declared) {
    return switch (declared.getTypeRoot()) {
      case TIMESTAMP_WITHOUT_TIME_ZONE -> true;
      default -> false;
    };
  }

  /** Whether the value means what the declared type says, and is not only kept in the same form. */
  private static boolean isMeant(LogicalType declared, Schema schema) {
    String meaning = String.valueOf(schema.getProp("logicalType"));
    return switch (declared.getTypeRoot()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, BINARY, VARBINARY -> meaning.equals("null");
      case DATE -> meaning.equals("date");
      case TIME_WITHOUT_TIME_ZONE -> meaning.equals("time-micros");
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> meaning.equals("timestamp-micros");
      case TIMESTAMP_WITHOUT_TIME_ZONE ->
          meaning.equals("datetime")
              || meaning.equals("local-timestamp-micros")
              || "DATETIME".equals(schema.getProp("sqlType"));
      default -> true;
    };
  }

  /** Null for types that BigQuery does not have. */
  private static Schema.@Nullable Type sentAs(LogicalType declared) {
    return switch (declared.getTypeRoot()) {
      case CHAR, VARCHAR -> Schema.Type.STRING;
      case BOOLEAN -> Schema.Type.BOOLEAN;
      case BINARY, VARBINARY, DECIMAL -> Schema.Type.BYTES;
      case FLOAT, DOUBLE -> Schema.Type.DOUBLE;
      case DATE -> Schema.Type.INT;
      case TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          TIME_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          Schema.Type.LONG;
      case ROW -> Schema.Type.RECORD;
      case ARRAY, MAP -> Schema.Type.ARRAY;
      default -> null;
    };
  }

  private static CellConverter scalar(String path, LogicalType declared) {
    return switch (declared.getTypeRoot()) {
      case CHAR, VARCHAR -> ReadValues::text;
      case BINARY, VARBINARY -> ReadValues::bytes;
      case TINYINT ->
          value -> (byte) ReadValues.integer(path, value, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SMALLINT ->
          value -> (short) ReadValues.integer(path, value, Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER ->
          value -> (int) ReadValues.integer(path, value, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case FLOAT -> value -> ReadValues.single(path, value);
      case TIME_WITHOUT_TIME_ZONE -> ReadValues::timeOfDay;
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
        int precision = LogicalTypeChecks.getPrecision(declared);
        yield value -> ReadValues.timestamp(value, precision);
      }
      default -> value -> value;
    };
  }

  private static CellConverter decimal(String path, DecimalType declared, Schema schema)
      throws IOException {
    if (!(schema.getLogicalType() instanceof LogicalTypes.Decimal sent)) {
      throw new IOException(
          "Column '" + path + "' is declared as " + declared + " and is BYTES. Declare BYTES.");
    }
    return value -> ReadValues.decimal(path, value, sent.getScale(), declared);
  }

  private static CellConverter struct(String path, RowType declared, Schema schema)
      throws IOException {
    RecordConverter fields = RecordConverter.of(path + ".", declared, schema);
    return value -> fields.convert((IndexedRecord) value);
  }

  private static CellConverter list(String path, LogicalType element, Schema schema)
      throws IOException {
    CellConverter converter = converterOf(path, element, schema.getElementType());
    return value -> {
      List<?> elements = (List<?>) value;
      Object[] converted = new Object[elements.size()];
      for (int i = 0; i < converted.length; i++) {
        converted[i] = converter.convert(elements.get(i));
      }
      return new GenericArrayData(converted);
    };
  }

  /** A map is a list of structs of key and value. */
  private static CellConverter entries(String path, MapType declared, Schema schema)
      throws IOException {
    RowType entry =
        RowType.of(
            new LogicalType[] {declared.getKeyType(), declared.getValueType()},
            new String[] {"key", "value"});
    RecordConverter fields =
        RecordConverter.of(path + ".", entry, withoutNull(schema.getElementType()));
    return value -> {
      Map<Object, @Nullable Object> map = new HashMap<>();
      for (Object each : (List<?>) value) {
        IndexedRecord pair = (IndexedRecord) each;
        map.put(fields.field(pair, 0), fields.field(pair, 1));
      }
      return new GenericMapData(map);
    };
  }

  private static Schema withoutNull(Schema schema) {
    return schema.getType() == Schema.Type.UNION
        ? schema.getTypes().stream()
            .filter(branch -> branch.getType() != Schema.Type.NULL)
            .findFirst()
            .orElse(schema)
        : schema;
  }
}
