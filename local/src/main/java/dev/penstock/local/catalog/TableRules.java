package dev.penstock.local.catalog;

import dev.penstock.local.catalog.Field.Mode;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a table must be like, whether new or changed. */
final class TableRules {
  private static final Pattern TABLE_ID =
      Pattern.compile("[\\p{L}\\p{M}\\p{N}\\p{Pc}\\p{Pd}\\p{Zs}]+");

  /** What flexible names have no place for (RT-041). */
  private static final Pattern COLUMN_NAME =
      Pattern.compile("[^!\"$()*,./;?@\\[\\]^`{}~\\p{Cc}\\\\]{1,300}");

  /** RT-042. */
  private static final List<String> RESERVED_PREFIXES =
      List.of(
          "_TABLE_",
          "_FILE_",
          "_PARTITION",
          "_ROW_TIMESTAMP",
          "__ROOT__",
          "_COLIDENTIFIER",
          "_CHANGE_SEQUENCE_NUMBER",
          "_CHANGE_TYPE",
          "_CHANGE_TIMESTAMP");

  /** SQ-034. */
  private static final Set<FieldType> KEY_TYPES =
      EnumSet.of(
          FieldType.BIGNUMERIC,
          FieldType.BOOL,
          FieldType.BYTES,
          FieldType.DATE,
          FieldType.DATETIME,
          FieldType.INT64,
          FieldType.NUMERIC,
          FieldType.STRING,
          FieldType.TIMESTAMP);

  private static final int MAX_DEPTH = 15;
  private static final int MAX_COLUMNS = 10_000;
  private static final int MAX_RANGES = 10_000;
  private static final int MAX_COLUMN_DESCRIPTION = 1024;
  private static final int MAX_DESCRIPTION = 16_384;

  private TableRules() {}

  static void check(TableMetadata table) {
    String name = table.id().table();
    if (!TABLE_ID.matcher(name).matches() || name.getBytes(StandardCharsets.UTF_8).length > 1024) {
      throw ServiceException.invalid("Invalid table ID \"" + name + "\".");
    }
    if (checkFields(table.fields(), 1) > MAX_COLUMNS) {
      throw ServiceException.invalid("Too many columns. Limit is " + MAX_COLUMNS + ".");
    }
    checkDescription("table " + table.id().legacy(), table.description(), MAX_DESCRIPTION);
    checkKey(table);
    checkClustering(table);
    checkPartitioning(table);
    DatasetRules.checkLabels(table.labels());
  }

  private static int checkFields(List<Field> fields, int depth) {
    Field.requireDistinct(fields);
    int count = 0;
    for (Field field : fields) {
      checkName(field.name());
      checkDescription("field " + field.name(), field.description(), MAX_COLUMN_DESCRIPTION);
      checkParameters(field);
      count += 1;
      if (field.type() == FieldType.STRUCT) {
        count += checkNested(field, depth);
      }
    }
    return count;
  }

  private static int checkNested(Field field, int depth) {
    if (field.fields().isEmpty()) {
      throw ServiceException.invalid("Field " + field.name() + " is type RECORD but has no schema");
    }
    if (depth >= MAX_DEPTH) {
      throw ServiceException.invalid(
          "Field " + field.name() + " is nested too deeply. Limit is " + MAX_DEPTH + " levels.");
    }
    return checkFields(field.fields(), depth + 1);
  }

  /** QT-009. */
  private static void checkDescription(String of, @Nullable String description, int limit) {
    if (description != null && description.length() > limit) {
      throw ServiceException.invalid(
          "The description of "
              + of
              + " is too long: "
              + description.length()
              + " characters, the limit is "
              + limit
              + ".");
    }
  }

  private static void checkName(String name) {
    if (!COLUMN_NAME.matcher(name).matches()) {
      throw ServiceException.invalid(
          "Invalid field name \""
              + name
              + "\". Fields must contain only letters, numbers, and underscores, start with a"
              + " letter or underscore, and be at most 300 characters long.");
    }
    String upper = name.toUpperCase(Locale.ROOT);
    for (String prefix : RESERVED_PREFIXES) {
      if (upper.startsWith(prefix)) {
        throw ServiceException.invalid(
            "Invalid field name \""
                + name
                + "\". Field names are not allowed to start with the"
                + " (case-insensitive) prefixes "
                + String.join(", ", RESERVED_PREFIXES));
      }
    }
  }

  private static void checkParameters(Field field) {
    boolean precise = field.precision() != null || field.scale() != null;
    if (precise && !isPrecisionValid(field)) {
      throw ServiceException.invalid(
          "Invalid precision or scale of field " + field.name() + " of type " + field.type());
    }
    Long length = field.maxLength();
    boolean text = field.type() == FieldType.STRING || field.type() == FieldType.BYTES;
    if (length != null && (length <= 0 || !text)) {
      throw ServiceException.invalid(
          "Invalid maxLength of field " + field.name() + " of type " + field.type());
    }
    if (field.type() == FieldType.RANGE && field.fields().isEmpty()) {
      throw ServiceException.invalid(
          "Field "
              + field.name()
              + " is type RANGE but has no rangeElementType (expected: DATE, DATETIME, TIMESTAMP)");
    }
  }

  /** RT-037. */
  private static boolean isPrecisionValid(Field field) {
    boolean numeric = field.type() == FieldType.NUMERIC;
    Integer precision = field.precision();
    if ((!numeric && field.type() != FieldType.BIGNUMERIC) || precision == null) {
      return false;
    }
    int scale = field.scale() == null ? 0 : field.scale();
    int maxScale = numeric ? 9 : 38;
    int integerDigits = numeric ? 29 : 38;
    return scale >= 0
        && scale <= maxScale
        && precision >= Math.max(1, scale)
        && precision <= scale + integerDigits;
  }

  /** SQ-034, QT-011. */
  private static void checkKey(TableMetadata table) {
    if (table.primaryKey().size() > 16) {
      throw ServiceException.invalid(
          "Primary key of table "
              + table.id().legacy()
              + " has "
              + table.primaryKey().size()
              + " columns, the limit is 16.");
    }
    for (String column : table.primaryKey()) {
      Field field = column(table, column, "Primary key");
      if (field.mode() == Mode.REPEATED || !KEY_TYPES.contains(field.type())) {
        throw ServiceException.invalid(
            "Primary key column "
                + column
                + " has unsupported type "
                + (field.mode() == Mode.REPEATED ? "ARRAY" : field.type().name())
                + ".");
      }
    }
  }

  /** RT-027. */
  private static void checkClustering(TableMetadata table) {
    if (table.clustering().size() > 4) {
      throw ServiceException.invalid(
          "Clustering of table "
              + table.id().legacy()
              + " has "
              + table.clustering().size()
              + " columns, the limit is 4.");
    }
    for (String column : table.clustering()) {
      Field field = column(table, column, "Clustering");
      if (field.mode() == Mode.REPEATED || field.type() == FieldType.STRUCT) {
        throw ServiceException.invalid(
            "Clustering column " + column + " must be a top-level, non-repeated column.");
      }
    }
  }

  private static void checkPartitioning(TableMetadata table) {
    TableMetadata.Partitioning partitioning = table.partitioning();
    if (partitioning == null || partitioning.field() == null) {
      return;
    }
    Field field = column(table, partitioning.field(), "Partitioning");
    Set<FieldType> allowed =
        partitioning.type().equals("RANGE")
            ? EnumSet.of(FieldType.INT64)
            : EnumSet.of(FieldType.DATE, FieldType.TIMESTAMP, FieldType.DATETIME);
    if (field.mode() == Mode.REPEATED || !allowed.contains(field.type())) {
      throw ServiceException.invalid(
          "The field specified for partitioning can not be of type "
              + field.type()
              + ". Supported types are "
              + allowed);
    }
    TableMetadata.IntegerRange range = partitioning.range();
    if (range != null && range.count() > MAX_RANGES) {
      throw ServiceException.invalid(
          "The partitioning of table "
              + table.id().legacy()
              + " has "
              + range.count()
              + " ranges, the limit is "
              + MAX_RANGES
              + ".");
    }
  }

  private static Field column(TableMetadata table, String name, String purpose) {
    Optional<Field> found =
        table.fields().stream().filter(f -> f.name().equalsIgnoreCase(name)).findFirst();
    return found.orElseThrow(
        () ->
            ServiceException.invalid(
                purpose + " column " + name + " is not a column of table " + table.id().legacy()));
  }
}
