package dev.penstock.core.encode;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.DecimalType;
import dev.penstock.core.sequence.SequenceNumber;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes the parts of one value as a JSON document, in the forms that SQL's {@code TO_JSON} gives
 * them. A place is a key of an object, or that of the elements of an array. One owner thread.
 */
final class JsonOutput implements RowOutput {
  /** The bits that a whole number may have, with or without a sign. */
  private static final int WHOLE_BITS = 64;

  private final RowOutput row;
  private final Target root;
  private final List<Place> places = new ArrayList<>();
  private final StringBuilder json = new StringBuilder();

  /**
   * A key.
   *
   * @param key as JSON writes it, with its colon; empty for elements
   * @param document whether its texts are JSON themselves
   * @param scale of the decimals that come as whole numbers
   */
  private record Place(String key, boolean document, int scale) {}

  /**
   * Documents for a JSON column.
   *
   * @param root refuses what JSON cannot hold
   */
  JsonOutput(Target root) {
    this.root = root;
    this.row = root.out();
  }

  @Override
  public int place(TaggedColumn tagged) {
    StringBuilder key = new StringBuilder();
    quote(tagged.column().name(), key);
    return add(key.append(':').toString(), tagged.column());
  }

  /** The place of the elements of an array. */
  int elementPlace(Column element) {
    return add("", element);
  }

  private int add(String key, Column column) {
    boolean decimal = column.type() == ColumnType.NUMERIC || column.type() == ColumnType.BIGNUMERIC;
    int scale = decimal ? DecimalType.of(column.type()).fractionDigits() : 0;
    places.add(new Place(key, column.type() == ColumnType.JSON, scale));
    return places.size() - 1;
  }

  /** Forgets the document before. */
  void clear() {
    json.setLength(0);
  }

  /** The document. */
  String document() {
    return json.toString();
  }

  private StringBuilder at(int place) {
    int length = json.length();
    if (length > 0 && json.charAt(length - 1) != '[' && json.charAt(length - 1) != '{') {
      json.append(',');
    }
    return json.append(places.get(place).key());
  }

  /** Starts an array; {@link #endArray} ends it. */
  void beginArray(int place) {
    at(place).append('[');
  }

  void endArray() {
    json.append(']');
  }

  @Override
  public int beginStruct(int place, int lengthBytes) {
    at(place).append('{');
    return 0;
  }

  @Override
  public int endStruct(int start, int lengthBytes) {
    json.append('}');
    return lengthBytes;
  }

  @Override
  public void absent(int place) {
    at(place).append("null");
  }

  @Override
  public void bool(int place, boolean value) {
    at(place).append(value);
  }

  @Override
  public void int64(int place, long value) {
    at(place).append(value);
  }

  @Override
  public void float64(int place, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      root.refuse("holds NaN or infinity, which JSON does not know", "Correct it at the source");
    } else {
      at(place).append(value);
    }
  }

  @Override
  public void numeric(int place, long unscaled, int scale) {
    number(place, BigDecimal.valueOf(unscaled, scale));
  }

  @Override
  public void decimal(int place, BigInteger unscaled) {
    number(place, new BigDecimal(unscaled, places.get(place).scale()));
  }

  /** BigQuery's JSON holds 64 bits of a whole number, and otherwise what a FLOAT64 holds. */
  private void number(int place, BigDecimal value) {
    BigDecimal digits = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    boolean whole =
        digits.scale() <= 0
            && digits.toBigInteger().bitLength()
                < (value.signum() < 0 ? WHOLE_BITS : WHOLE_BITS + 1);
    boolean exact =
        whole || new BigDecimal(Double.toString(digits.doubleValue())).compareTo(digits) == 0;
    String plain = digits.toPlainString();
    at(place).append(exact ? plain : '"' + plain + '"');
  }

  @Override
  public boolean text(int place, String value) {
    if (Utf8.length(value) != value.getBytes(StandardCharsets.UTF_8).length) {
      return false;
    }
    if (places.get(place).document()) {
      document(place, value);
    } else {
      quote(value, at(place));
    }
    return true;
  }

  private void document(int place, String value) {
    if (JsonSyntax.isDocument(value)) {
      at(place).append(value);
    } else {
      root.refuse("holds a text that is no JSON where it should be", "Correct it at the source");
    }
  }

  @Override
  public boolean utf8(int place, byte[] array, int offset, int length) {
    if (!Utf8.copy(array, offset, length, new byte[length + Utf8.SLACK], 0)) {
      return false;
    }
    return text(place, new String(array, offset, length, StandardCharsets.UTF_8));
  }

  @Override
  public void bytes(int place, byte[] array, int offset, int length) {
    byte[] range = Arrays.copyOfRange(array, offset, offset + length);
    at(place).append('"').append(Base64.getEncoder().encodeToString(range)).append('"');
  }

  @Override
  public void date(int place, long days) {
    at(place).append('"').append(LocalDate.ofEpochDay(days)).append('"');
  }

  @Override
  public void time(int place, long micros) {
    LocalTime time = LocalTime.ofNanoOfDay(TimeUnit.MICROSECONDS.toNanos(micros));
    at(place).append('"').append(DateTimeFormatter.ISO_LOCAL_TIME.format(time)).append('"');
  }

  @Override
  public void datetime(int place, long micros) {
    at(place).append('"').append(civil(micros)).append('"');
  }

  @Override
  public void timestamp(int place, long micros) {
    at(place).append('"').append(civil(micros)).append("Z\"");
  }

  private static String civil(long micros) {
    long second = Math.floorDiv(micros, CivilTime.MICROS_PER_SECOND);
    int nanos = 1000 * (int) Math.floorMod(micros, CivilTime.MICROS_PER_SECOND);
    return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
        LocalDateTime.ofEpochSecond(second, nanos, ZoneOffset.UTC));
  }

  private static void quote(String text, StringBuilder json) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }

  @Override
  public void refuse(RowFault fault) {
    row.refuse(fault);
  }

  @Override
  public boolean isRefused() {
    return row.isRefused();
  }

  @Override
  public void begin(RowBuffer target, int maxBytes) {
    throw noRow();
  }

  @Override
  public @Nullable RowFault finish() {
    throw noRow();
  }

  @Override
  public void sequence(int place, SequenceNumber value) {
    throw noRow();
  }

  @Override
  public void beginList(int size) {
    throw noRow();
  }

  @Override
  public void endList() {
    throw noRow();
  }

  private static AssertionError noRow() {
    return new AssertionError("a document is no row");
  }
}
