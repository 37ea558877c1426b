package dev.penstock.local.rows;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** About how many bytes values take in an answer in JSON. */
public final class AnswerBytes {
  private AnswerBytes() {}

  /** Those of a value, or of a list of them. */
  public static long of(@Nullable Object value) {
    if (value instanceof List<?> values) {
      long bytes = 0;
      for (Object part : values) {
        bytes += of(part);
      }
      return bytes;
    }
    if (value instanceof String text) {
      return 10L + text.length();
    }
    return value instanceof byte[] raw ? 10L + raw.length * 4L / 3 : 20;
  }
}
