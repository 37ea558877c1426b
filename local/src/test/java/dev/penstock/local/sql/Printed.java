package dev.penstock.local.sql;

import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values as tests write them: plain decimals, hexadecimal bytes, {@code ''} for an empty text. */
final class Printed {
  private Printed() {}

  static String value(@Nullable Object value) {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Printed::value).collect(Collectors.joining(", ", "[", "]"));
    }
    String text = value.toString();
    return text.isEmpty() || text.startsWith(" ") ? "'" + text + "'" : text;
  }

  /** Rows, one text each, cells separated by bars. */
  static List<String> rows(SqlResult result) {
    return result.rows().stream()
        .map(row -> row.stream().map(Printed::value).collect(Collectors.joining(" | ")))
        .toList();
  }
}
