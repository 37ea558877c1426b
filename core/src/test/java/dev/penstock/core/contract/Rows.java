package dev.penstock.core.contract;

import dev.penstock.core.append.TextRow;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.write.WriterOptions;
import java.time.Duration;
import java.util.List;

/** The six rows that every road takes, two a request, and how. */
final class Rows {
  static final List<Long> ALL = List.of(1L, 2L, 3L, 4L, 5L, 6L);
  static final long BAD = 3;

  private static final SourceField ID = SourceField.of("id", ValueKind.LONG, true);
  private static final SourceField NAME = SourceField.of("name", ValueKind.TEXT, true);
  private static final SourceSchema NARROW = new SourceSchema(List.of(ID, NAME));
  private static final SourceSchema WIDE =
      new SourceSchema(List.of(ID, NAME, SourceField.of("city", ValueKind.TEXT, true)));

  private Rows() {}

  static SourceSchema schemaOf(long id, Injection injection) {
    return injection.has(Injection.Trait.WIDER) && id > 2 ? WIDE : NARROW;
  }

  static TextRow row(long id, Injection injection) {
    boolean places = injection.has(Injection.Trait.BAD_ROW);
    String name = !places ? "row " + id : id == BAD ? "nowhere" : "POINT(1 2)";
    return schemaOf(id, injection) == WIDE ? new TextRow(id, name, "Rome") : new TextRow(id, name);
  }

  /** Nothing is given up soon but connections that hang: the server may be slow. */
  static WriterOptions.Builder options(Injection injection) {
    return WriterOptions.builder(injection.has(Injection.Trait.CHANGES), "penstock:contract")
        .appendTimeout(
            injection.failure() == ErrorCode.TIMEOUT ? Duration.ofMinutes(1) : Duration.ofDays(1))
        .retryTimeout(Duration.ofDays(1));
  }
}
