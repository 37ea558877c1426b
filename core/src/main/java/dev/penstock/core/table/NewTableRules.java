package dev.penstock.core.table;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnDetails;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.Names;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.model.ServiceLimits.Limit;
import dev.penstock.core.model.TableAttributes;
import dev.penstock.core.model.TableSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the service asks of a new table, looked at before it is asked. */
final class NewTableRules {
  /** RT-033. */
  private static final Pattern LABEL_KEY =
      Pattern.compile("[\\p{Ll}\\p{Lo}][\\p{Ll}\\p{Lo}\\d_-]*");

  private static final Pattern LABEL_VALUE = Pattern.compile("[\\p{Ll}\\p{Lo}\\d_-]*");

  private static final Pattern KMS_KEY =
      Pattern.compile("projects/[^/]+/locations/[^/]+/keyRings/[^/]+/cryptoKeys/[^/]+");

  private final Destination destination;
  private final TableSpec spec;

  private NewTableRules(Destination destination, TableSpec spec) {
    this.destination = destination;
    this.spec = spec;
  }

  /**
   * Checks a table whole.
   *
   * @throws IngestException INVALID_OPTION, naming what is wrong and what is allowed
   */
  static void check(Destination destination, TableSpec spec) {
    NewTableRules rules = new NewTableRules(destination, spec);
    ColumnRules.check(destination, spec.schema());
    rules.checkKey();
    rules.checkClustering();
    rules.checkPartition();
    rules.checkAttributes();
    rules.checkLabels();
    rules.checkDetails();
  }

  private void checkKey() {
    Limit limit = ServiceLimits.PRIMARY_KEY_COLUMNS;
    if (spec.primaryKey().size() > limit.value()) {
      throw invalid("primaryKey", spec.primaryKey(), "at most " + limit.value() + " columns");
    }
    spec.primaryKey().forEach(name -> column("primaryKey", name));
  }

  private void checkClustering() {
    Limit limit = ServiceLimits.CLUSTERING_COLUMNS;
    if (spec.clusterBy().size() > limit.value()) {
      throw invalid("clustering", spec.clusterBy(), "at most " + limit.value() + " columns");
    }
    for (String name : spec.clusterBy()) {
      Column column = column("clustering", name);
      if (!ServiceLimits.allowsInClustering(column)) {
        throw invalid(
            "clustering",
            name + " " + column.sqlType(),
            "no array, and a type that BigQuery clusters by");
      }
    }
  }

  private void checkPartition() {
    PartitionSpec partition = spec.partition();
    if (partition instanceof PartitionSpec.ByRange range) {
      checkRange(range);
    }
    if (partition != null && partition.column() != null) {
      Column column = column("partitioning", partition.column());
      if (!partition.takes(column)) {
        throw invalid(
            "partitioning", partition + ", which is " + column.sqlType(), PartitionSpec.RULE);
      }
    }
  }

  private void checkRange(PartitionSpec.ByRange range) {
    Limit limit = ServiceLimits.PARTITION_RANGES;
    boolean inOrder = range.interval() > 0 && range.start() < range.end();
    // Numbers far apart overflow, and are too many ranges then.
    long length = range.end() - range.start();
    if (!inOrder || length < 0 || (length - 1) / range.interval() >= limit.value()) {
      throw invalid(
          "partitioning",
          range,
          "start below end, a positive interval, and at most " + limit.value() + " ranges");
    }
  }

  private void checkAttributes() {
    TableAttributes attributes = spec.attributes();
    Duration expiration = attributes.partitionExpiration();
    if (expiration != null) {
      requireMillis("partitionExpiration", expiration);
      if (!(spec.partition() instanceof PartitionSpec.ByTime)) {
        throw invalid("partitionExpiration", expiration, "only with partitions by time");
      }
    }
    if (attributes.requirePartitionFilter() && spec.partition() == null) {
      throw invalid("requirePartitionFilter", true, "only with partitions");
    }
    if (attributes.lifetime() != null) {
      requireMillis("lifetime", attributes.lifetime());
    }
    String key = attributes.kmsKeyName();
    if (key != null && !KMS_KEY.matcher(key).matches()) {
      throw invalid(
          "kmsKeyName", key, "projects/*/locations/*/keyRings/*/cryptoKeys/*, without a version");
    }
    requireShort(
        "description", attributes.description(), ServiceLimits.TABLE_DESCRIPTION_CHARACTERS);
  }

  private void requireMillis(String option, Duration duration) {
    if (duration.compareTo(Duration.ofMillis(1)) < 0) {
      throw invalid(option, duration, "at least 1 ms");
    }
  }

  private void requireShort(String option, @Nullable String text, Limit limit) {
    if (text != null && text.codePointCount(0, text.length()) > limit.value()) {
      throw invalid(
          option, text.length() + " characters", "at most " + limit.value() + " characters");
    }
  }

  private void checkLabels() {
    Map<String, String> labels = spec.attributes().labels();
    if (labels.size() > ServiceLimits.TABLE_LABELS.value()) {
      throw invalid("labels", labels.size(), "at most " + ServiceLimits.TABLE_LABELS.value());
    }
    Limit limit = ServiceLimits.LABEL_CHARACTERS;
    labels.forEach(
        (key, value) -> {
          boolean fits = key.length() <= limit.value() && value.length() <= limit.value();
          if (!fits || !LABEL_KEY.matcher(key).matches() || !LABEL_VALUE.matcher(value).matches()) {
            throw invalid(
                "labels",
                key + "=" + value,
                "lower case letters, digits, _ and -, at most "
                    + limit.value()
                    + " characters, the key beginning with a letter");
          }
        });
  }

  private void checkDetails() {
    byPath(spec.attributes())
        .forEach(
            (path, details) -> {
              if (!exists(spec.schema().columns(), path)) {
                throw invalid("columns", path, "a column of the new table");
              }
              requireShort(
                  "columns." + path + ".description",
                  details.description(),
                  ServiceLimits.COLUMN_DESCRIPTION_CHARACTERS);
              if (details.defaultExpression() != null && path.contains(".")) {
                throw invalid(
                    "columns." + path + ".defaultExpression",
                    details.defaultExpression(),
                    "only on a top-level column");
              }
            });
  }

  /** The details of columns by folded path. */
  static Map<String, ColumnDetails> byPath(TableAttributes attributes) {
    Map<String, ColumnDetails> folded = new HashMap<>();
    attributes.columns().forEach((path, details) -> folded.put(Names.fold(path), details));
    return folded;
  }

  private static boolean exists(List<Column> columns, String path) {
    for (Column column : columns) {
      String name = Names.fold(column.name());
      if (path.equals(name)
          || (path.startsWith(name + ".")
              && exists(column.fields(), path.substring(name.length() + 1)))) {
        return true;
      }
    }
    return false;
  }

  private Column column(String option, String name) {
    return spec.schema()
        .find(name)
        .orElseThrow(
            () ->
                new IngestException(
                    ErrorCode.INVALID_OPTION,
                    option
                        + ": "
                        + name
                        + " (expected: a column of "
                        + destination
                        + ", which is created with "
                        + spec.schema().columns().stream().map(Column::name).toList()
                        + ")"));
  }

  private IngestException invalid(String option, Object value, String expected) {
    return new IngestException(
        ErrorCode.INVALID_OPTION,
        option + ": " + value + " of new table " + destination + " (expected: " + expected + ")");
  }
}
