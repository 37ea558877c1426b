package dev.penstock.local.load;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** About how many bytes values have by the service's rules for sizes. Immutable. */
public final class LogicalBytes {
  private LogicalBytes() {}

  /** Those of a row. */
  public static long of(@Nullable Object[] row) {
    long bytes = 0;
    for (Object value : row) {
      bytes += of(value);
    }
    return bytes;
  }

  private static long of(@Nullable Object value) {
    if (value instanceof String text) {
      return 2L + text.length();
    }
    if (value instanceof byte[] raw) {
      return 2L + raw.length;
    }
    if (value instanceof List<?> values) {
      long bytes = 0;
      for (Object part : values) {
        bytes += of(part);
      }
      return bytes;
    }
    if (value instanceof BigDecimal) {
      return 16;
    }
    return value instanceof Boolean ? 1 : value == null ? 0 : 8;
  }
}
