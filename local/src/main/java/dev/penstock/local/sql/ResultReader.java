package dev.penstock.local.sql;

import com.google.zetasql.StructType.StructField;
import com.google.zetasql.Type;
import com.google.zetasql.TypeFactory;
import com.google.zetasql.ZetaSQLType.TypeKind;
import dev.penstock.local.catalog.ServiceException;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Struct;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a query in the value forms of {@link SqlResult}, up to a number of bytes. One
 * owner thread.
 */
final class ResultReader {
  private static final int VALUE_BYTES = 24;

  private final List<Type> types;
  private final long maxBytes;
  private long bytes;

  ResultReader(List<Type> types, long maxBytes) {
    this.types = types;
    this.maxBytes = maxBytes;
  }

  /** The DuckDB expression whose value {@link #read} understands. */
  static String transport(Type type, String sql, Casts casts) {
    Type texts = withIntervalTexts(type);
    String value = casts.sql(type, texts, sql);
    boolean nested = type.isArray() || type.isStruct();
    String transport = nested ? DuckTypes.ofTransport(texts) : "";
    return nested && !transport.equals(DuckTypes.of(texts))
        ? "CAST(" + value + " AS " + transport + ")"
        : value;
  }

  /** The type with STRING in place of INTERVAL, whose text DuckDB writes in its own way. */
  private static Type withIntervalTexts(Type type) {
    if (type.isInterval()) {
      return TypeFactory.createSimpleType(TypeKind.TYPE_STRING);
    }
    if (type.isArray()) {
      return TypeFactory.createArrayType(withIntervalTexts(type.asArray().getElementType()));
    }
    if (type.isStruct()) {
      return TypeFactory.createStructType(
          type.asStruct().getFieldList().stream()
              .map(field -> new StructField(field.getName(), withIntervalTexts(field.getType())))
              .toList());
    }
    return type;
  }

  /** All rows. */
  List<List<@Nullable Object>> read(ResultSet results) throws SQLException {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    while (results.next()) {
      List<@Nullable Object> row = new ArrayList<>(types.size());
      for (int i = 0; i < types.size(); i++) {
        row.add(column(results, i + 1, types.get(i)));
      }
      rows.add(row);
    }
    return rows;
  }

  private @Nullable Object column(ResultSet results, int index, Type type) throws SQLException {
    if (type.isDatetime()) {
      return count(results.getObject(index, LocalDateTime.class), 0);
    }
    return value(results.getObject(index), type);
  }

  private @Nullable Object value(@Nullable Object value, Type type) throws SQLException {
    if (value == null) {
      // A NULL array reads as an empty one.
      return count(type.isArray() ? List.of() : null, 0);
    }
    if (type.isArray()) {
      return elements(value, type.asArray().getElementType());
    }
    if (type.isStruct()) {
      return fields(value, type);
    }
    return switch (type.getKind()) {
      case TYPE_BYTES -> bytes((Blob) value);
      case TYPE_TIMESTAMP -> count(((OffsetDateTime) value).toInstant(), 0);
      case TYPE_DATETIME ->
          count(
              ((OffsetDateTime) value).withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime(), 0);
      case TYPE_BIGNUMERIC -> count(new BigDecimal(value.toString()), 0);
      case TYPE_NUMERIC -> count(((BigDecimal) value).stripTrailingZeros(), 0);
      case TYPE_STRING, TYPE_JSON, TYPE_GEOGRAPHY, TYPE_INTERVAL, TYPE_RANGE ->
          count(value.toString(), 2L * value.toString().length());
      default -> count(value, 0);
    };
  }

  private List<@Nullable Object> elements(Object value, Type elementType) throws SQLException {
    List<@Nullable Object> elements = new ArrayList<>();
    for (Object element : (Object[]) ((Array) value).getArray()) {
      if (element == null) {
        throw ServiceException.invalidQuery(
            "Array cannot have a null element; error in writing field");
      }
      elements.add(value(element, elementType));
    }
    return elements;
  }

  private List<@Nullable Object> fields(Object value, Type type) throws SQLException {
    List<@Nullable Object> fields = new ArrayList<>();
    Object[] attributes = ((Struct) value).getAttributes();
    for (int i = 0; i < attributes.length; i++) {
      fields.add(value(attributes[i], type.asStruct().getField(i).getType()));
    }
    return fields;
  }

  private byte[] bytes(Blob blob) throws SQLException {
    byte[] content = blob.length() == 0 ? new byte[0] : blob.getBytes(1, (int) blob.length());
    count(content, content.length);
    return content;
  }

  private <T> @Nullable T count(@Nullable T value, long size) {
    bytes += VALUE_BYTES + size;
    if (bytes > maxBytes) {
      throw new ServiceException(
          403,
          "responseTooLarge",
          "Response too large to return: this server holds results up to "
              + maxBytes
              + " bytes in memory. Select fewer columns or add LIMIT.");
    }
    return value;
  }
}
