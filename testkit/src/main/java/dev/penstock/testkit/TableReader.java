package dev.penstock.testkit;

import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.FieldList;
import com.google.cloud.bigquery.FieldValue;
import com.google.cloud.bigquery.FieldValueList;
import com.google.cloud.bigquery.Range;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.Table;
import com.google.cloud.bigquery.TableId;
import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table back as Java values, by tabledata.list: no SQL is needed. Thread-safe.
 *
 * <p>INT64 is a {@link Long}, FLOAT64 a {@link Double}, BOOL a {@link Boolean}, NUMERIC and
 * BIGNUMERIC a {@link BigDecimal}, BYTES a {@link ByteString}, DATE, TIME, DATETIME and TIMESTAMP a
 * {@link LocalDate}, {@link LocalTime}, {@link LocalDateTime} and {@link Instant}; all other
 * scalars are their text. A STRUCT is a {@link Map} in field order, an array a {@link List}, and
 * NULL is null (a NULL array reads as an empty list, as BigQuery shows it).
 */
public final class TableReader {
  private final BigQuery client;
  private final TableId id;

  TableReader(BigQuery client, TableId id) {
    this.client = client;
    this.id = id;
  }

  /** The table's metadata as tables.get answers it. */
  public Table metadata() {
    Table table = client.getTable(id);
    if (table == null) {
      throw new IllegalStateException(
          "Table "
              + id.getProject()
              + "."
              + id.getDataset()
              + "."
              + id.getTable()
              + " does not exist. Create it before it is read, or correct its name.");
    }
    return table;
  }

  /** Whether the table exists. */
  public boolean exists() {
    return client.getTable(id) != null;
  }

  /** Every row, in no particular order. */
  public List<Map<String, @Nullable Object>> rows() {
    Schema schema = Objects.requireNonNull(metadata().getDefinition().getSchema());
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    client
        .listTableData(id, schema)
        .iterateAll()
        .forEach(r -> rows.add(row(schema.getFields(), r)));
    return rows;
  }

  private static Map<String, @Nullable Object> row(FieldList fields, FieldValueList values) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      row.put(fields.get(i).getName(), value(fields.get(i), values.get(i)));
    }
    return Collections.unmodifiableMap(row);
  }

  private static @Nullable Object value(Field field, FieldValue value) {
    if (value.isNull()) {
      return field.getMode() == Field.Mode.REPEATED ? List.of() : null;
    }
    if (value.getAttribute() == FieldValue.Attribute.REPEATED) {
      List<@Nullable Object> elements = new ArrayList<>();
      value.getRepeatedValue().forEach(element -> elements.add(value(field, element)));
      return Collections.unmodifiableList(elements);
    }
    if (value.getAttribute() == FieldValue.Attribute.RANGE) {
      Range range = value.getRangeValue();
      return "[" + bound(range.getStart()) + ", " + bound(range.getEnd()) + ")";
    }
    return value.getAttribute() == FieldValue.Attribute.RECORD
        ? row(field.getSubFields(), value.getRecordValue())
        : scalar(field, value.getStringValue());
  }

  private static String bound(@Nullable FieldValue bound) {
    return bound == null || bound.isNull() ? "UNBOUNDED" : bound.getStringValue();
  }

  private static Object scalar(Field field, String text) {
    return switch (field.getType().getStandardType()) {
      case INT64 -> Long.valueOf(text);
      case FLOAT64 -> Double.valueOf(text);
      case BOOL -> Boolean.valueOf(text);
      case NUMERIC, BIGNUMERIC -> new BigDecimal(text);
      case BYTES -> ByteString.copyFrom(Base64.getDecoder().decode(text));
      case DATE -> LocalDate.parse(text);
      case TIME -> LocalTime.parse(text);
      case DATETIME -> LocalDateTime.parse(text);
      case TIMESTAMP -> timestamp(text);
      default -> text;
    };
  }

  /** Google's client does not ask tabledata.list for integers: seconds with a fraction come. */
  private static Instant timestamp(String seconds) {
    long micros = new BigDecimal(seconds).movePointRight(6).longValueExact();
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
