package dev.penstock.core.table;

import com.google.api.services.bigquery.model.RangePartitioning;
import com.google.api.services.bigquery.model.Table;
import com.google.api.services.bigquery.model.TableFieldSchema;
import com.google.api.services.bigquery.model.TimePartitioning;
import dev.penstock.core.job.JobForms;
import dev.penstock.core.model.PartitionSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads and writes the parts of a table's REST form that are not its columns. */
final class TableForms {
  private TableForms() {}

  static Optional<PartitionSpec> partitionOf(Table rest) {
    TimePartitioning time = rest.getTimePartitioning();
    if (time != null) {
      // The service fills in DAY where none was given.
      String type = time.getType() == null ? "DAY" : time.getType().toUpperCase(Locale.ROOT);
      return Optional.of(
          new PartitionSpec.ByTime(PartitionSpec.Granularity.valueOf(type), time.getField()));
    }
    RangePartitioning range = rest.getRangePartitioning();
    return range == null
        ? Optional.empty()
        : Optional.of(
            new PartitionSpec.ByRange(
                range.getField(),
                range.getRange().getStart(),
                range.getRange().getEnd(),
                range.getRange().getInterval()));
  }

  static void setPartition(Table rest, PartitionSpec partition) {
    rest.setTimePartitioning(JobForms.time(partition))
        .setRangePartitioning(JobForms.range(partition));
  }

  static boolean requiresPartitionFilter(Table rest) {
    return Boolean.TRUE.equals(rest.getRequirePartitionFilter())
        || (rest.getTimePartitioning() != null
            && Boolean.TRUE.equals(rest.getTimePartitioning().getRequirePartitionFilter()));
  }

  static List<String> extrasOf(Table rest) {
    List<String> extras = new ArrayList<>();
    addIf(extras, rest.getDescription() != null || rest.getFriendlyName() != null, "description");
    addIf(extras, rest.getLabels() != null && !rest.getLabels().isEmpty(), "labels");
    addIf(extras, rest.getExpirationTime() != null, "expiration");
    addIf(
        extras,
        rest.getTimePartitioning() != null && rest.getTimePartitioning().getExpirationMs() != null,
        "partition expiration");
    addIf(extras, requiresPartitionFilter(rest), "require_partition_filter");
    addIf(extras, rest.getEncryptionConfiguration() != null, "encryption key");
    addIf(extras, rest.getResourceTags() != null && !rest.getResourceTags().isEmpty(), "tags");
    addIf(extras, anyField(rest, f -> f.getDescription() != null), "column descriptions");
    addIf(extras, anyField(rest, f -> f.getPolicyTags() != null), "column policy tags");
    addIf(extras, anyField(rest, f -> f.getDefaultValueExpression() != null), "column defaults");
    return extras;
  }

  private static void addIf(List<String> extras, boolean present, String extra) {
    if (present) {
      extras.add(extra);
    }
  }

  private static boolean anyField(Table rest, Predicate<TableFieldSchema> test) {
    return rest.getSchema() != null && anyField(rest.getSchema().getFields(), test);
  }

  private static boolean anyField(
      @Nullable List<TableFieldSchema> fields, Predicate<TableFieldSchema> test) {
    return fields != null
        && fields.stream().anyMatch(f -> test.test(f) || anyField(f.getFields(), test));
  }
}
