package dev.penstock.cli.load;

import dev.penstock.cli.column.ColumnReport;
import dev.penstock.cli.source.SourceTable;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The table that a source asks for: its columns, and what the options say of them. Immutable. */
final class RunTables {
  private final List<ColumnReport> reports;

  RunTables(SourceTable source) {
    this.reports = source.columns();
  }

  TableSpec desired(LoadRequest request, List<String> declaredKey) {
    List<String> key =
        request.primaryKey().isEmpty()
            ? declaredKey
            : columns("--primary-key", request.primaryKey());
    return new TableSpec(
        new TableSchema(reports.stream().map(ColumnReport::column).toList()),
        key,
        partition(request.partition()),
        columns("--cluster-by", request.clusterBy()));
  }

  private @Nullable PartitionSpec partition(@Nullable PartitionSpec wanted) {
    if (wanted instanceof PartitionSpec.ByTime time && time.column() != null) {
      return new PartitionSpec.ByTime(time.granularity(), column("--partition-by", time.column()));
    }
    return wanted;
  }

  private List<String> columns(String option, List<String> names) {
    return names.stream().map(name -> column(option, name)).toList();
  }

  /** The name of a column that the user wrote as the source spells it, or as the table does. */
  String column(String option, String name) {
    for (ColumnReport report : reports) {
      Column column = report.column();
      if (column.name().equalsIgnoreCase(name) || report.sourceName().equals(name)) {
        return column.name();
      }
    }
    throw new IngestException(
        ErrorCode.INVALID_OPTION,
        option
            + ": "
            + name
            + " (expected: a column of the source: "
            + reports.stream().map(r -> r.column().name()).collect(Collectors.joining(", "))
            + ")");
  }
}
