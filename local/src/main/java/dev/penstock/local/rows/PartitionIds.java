package dev.penstock.local.rows;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.IntegerRange;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The partitions of tables by their ids, as decorators and views name them. Thread-safe. */
public final class PartitionIds {
  /** Where rows are that have no partition, or none yet. */
  public static final String UNPARTITIONED = "__UNPARTITIONED__";

  /** The first and the last year of partitions (LD-054). */
  private static final int FIRST_YEAR = 1960;

  private static final int LAST_YEAR = 2159;

  private static final String NULL = "__NULL__";
  private static final Map<String, String> FORMATS =
      Map.of("HOUR", "%Y%m%d%H", "DAY", "%Y%m%d", "MONTH", "%Y%m", "YEAR", "%Y");

  /** What completes an id to an hour. */
  private static final String FIRST_HOUR = "0000010100";

  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("uuuuMMddHH", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private PartitionIds() {}

  /** Whether the rows of a table are partitioned by when they came. */
  public static boolean isByIngestion(TableMetadata table) {
    Partitioning by = table.partitioning();
    return by != null && by.field() == null;
  }

  /**
   * The DuckDB expression of the id of a row's partition, of a row that is not in the streaming
   * buffer.
   */
  public static String of(TableMetadata table, Partitioning by) {
    if (by.field() == null) {
      String time = StreamedRows.ingestion();
      return "CASE WHEN %s IS NULL THEN '%s' ELSE strftime(%s, '%s') END"
          .formatted(time, UNPARTITIONED, time, FORMATS.get(by.type()));
    }
    Field field = Field.find(table.fields(), by.field());
    String column = PhysicalType.quote(field == null ? by.field() : field.name());
    IntegerRange range = by.range();
    String id = range == null ? time(column, field, by.type()) : number(column, range);
    return "CASE WHEN " + column + " IS NULL THEN '" + NULL + "' ELSE " + id + " END";
  }

  private static String time(String column, @Nullable Field field, String unit) {
    boolean date = field != null && field.type() == FieldType.DATE;
    String value = date ? "CAST(" + column + " AS TIMESTAMP)" : column;
    return "CASE WHEN year(%s) BETWEEN %d AND %d THEN strftime(%s, '%s') ELSE '%s' END"
        .formatted(value, FIRST_YEAR, LAST_YEAR, value, FORMATS.get(unit), UNPARTITIONED);
  }

  private static String number(String column, IntegerRange range) {
    return "CASE WHEN %1$s < %2$d OR %1$s >= %3$d THEN '%5$s' ELSE CAST(%2$d + (%1$s - %2$d) // %4$d * %4$d AS VARCHAR) END"
        .formatted(column, range.start(), range.end(), range.interval(), UNPARTITIONED);
  }

  /**
   * The DuckDB condition of the rows of a partition.
   *
   * @throws ServiceException 400 for an id that is none of the table's
   */
  static String condition(TableMetadata table, String id, long nowMillis) {
    String in = of(table, require(table, id)) + " = '" + id + "'";
    String recent = StreamedRows.recent(nowMillis);
    return id.equals(UNPARTITIONED)
        ? "(" + recent + " OR " + in + ")"
        : "(NOT (" + recent + ") AND " + in + ")";
  }

  /**
   * The partitioning of a table that has a partition of an id.
   *
   * @throws ServiceException 400 for an id that is none of the table's
   */
  public static Partitioning require(TableMetadata table, String id) {
    Partitioning by = table.partitioning();
    if (by == null) {
      throw ServiceException.invalid(
          "Table "
              + table.id().legacy()
              + " is not partitioned, so it has no partition "
              + id
              + ".");
    }
    if (table.changed()) {
      throw ServiceException.notSupported(
          "partition decorators of a table that had UPSERT streams (" + table.id() + ")");
    }
    boolean special = id.equals(UNPARTITIONED) || (id.equals(NULL) && by.field() != null);
    boolean fits = by.range() == null ? millis(by.type(), id) != null : isStart(by.range(), id);
    if (!special && !fits) {
      throw ServiceException.invalid(
          "Invalid partition %s of table %s (expected: %s)"
              .formatted(
                  id,
                  table.id().legacy(),
                  by.range() == null ? form(by.type()) : "the start of a range"));
    }
    return by;
  }

  private static String form(String type) {
    return FORMATS
            .getOrDefault(type, "")
            .replace("%Y", "YYYY")
            .replace("%m", "MM")
            .replace("%d", "DD")
            .replace("%H", "HH")
        + ", a "
        + type
        + " in UTC";
  }

  private static boolean isStart(IntegerRange range, String id) {
    if (!id.matches("0|-?[1-9]\\d{0,17}")) {
      return false;
    }
    long start = Long.parseLong(id);
    return start >= range.start()
        && start < range.end()
        && (start - range.start()) % range.interval() == 0;
  }

  /** When a partition by time begins; null for an id that is not of the type. */
  static @Nullable Long millis(String type, String id) {
    if (!type.equals(unit(id)) || id.startsWith("0000")) {
      return null;
    }
    try {
      String hour = id + FIRST_HOUR.substring(id.length());
      return LocalDateTime.parse(hour, HOUR).toInstant(ZoneOffset.UTC).toEpochMilli();
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** The type of time partitioning that has an id of this form; null for none. */
  public static @Nullable String unit(String id) {
    if (!id.matches("\\d{4,10}")) {
      return null;
    }
    return switch (id.length()) {
      case 4 -> "YEAR";
      case 6 -> "MONTH";
      case 8 -> "DAY";
      case 10 -> "HOUR";
      default -> null;
    };
  }

  /**
   * The DuckDB expression of {@code _PARTITIONTIME}, which is NULL in the streaming buffer
   * (RT-166).
   */
  static String time(Partitioning by, long nowMillis) {
    return "CASE WHEN NOT (%s) THEN timezone('UTC', date_trunc('%s', %s)) END"
        .formatted(StreamedRows.recent(nowMillis), by.type(), StreamedRows.ingestion());
  }
}
