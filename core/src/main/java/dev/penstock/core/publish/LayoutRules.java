package dev.penstock.core.publish;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.Names;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.model.TableSchema;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Chooses key, partitioning and clustering: what is configured, else what the target has, else the
 * default of a new table. What would change an existing table's layout is refused here, before
 * anything is loaded.
 */
final class LayoutRules {
  private final PublishRequest request;
  private final PlanDraft draft;
  private final @Nullable ExistingTable live;

  LayoutRules(PublishRequest request, PlanDraft draft) {
    this.request = request;
    this.draft = draft;
    this.live = request.live();
  }

  /**
   * Chooses the layout.
   *
   * @param key the key columns of the run
   * @param schema the columns of the target once the run is done
   */
  Layout choose(List<String> key, TableSchema schema) {
    PartitionSpec partition = partition(schema);
    return new Layout(key, constraint(key, schema), partition, clustering(key, schema));
  }

  private List<String> constraint(List<String> key, TableSchema schema) {
    if (key.isEmpty()) {
      return List.of();
    }
    long limit = ServiceLimits.PRIMARY_KEY_COLUMNS.value();
    if (key.size() > limit) {
      draft.warn(
          "the key has "
              + key.size()
              + " columns and BigQuery declares at most "
              + limit
              + " as PRIMARY KEY: a new table declares none, rows are told apart all the same");
      return List.of();
    }
    List<String> undeclarable =
        key.stream()
            .filter(name -> !ServiceLimits.allowsInPrimaryKey(column(schema, name).type()))
            .toList();
    if (!undeclarable.isEmpty()) {
      draft.warn(
          "BigQuery does not declare columns of these types as PRIMARY KEY: "
              + undeclarable
              + "; a new table declares none, rows are told apart all the same");
      return List.of();
    }
    return key;
  }

  private @Nullable PartitionSpec partition(TableSchema schema) {
    PartitionSpec wanted = request.desired().partition();
    if (live == null) {
      if (wanted != null) {
        checkPartition(wanted, schema);
      }
      return wanted;
    }
    PartitionSpec present = live.spec().partition();
    if (wanted != null && (present == null || !present.isSame(wanted))) {
      throw refused(
          "partitioning",
          present == null ? "not partitioned" : "partitioned by " + present,
          wanted.toString());
    }
    if (present != null && request.strategy() instanceof Strategy.Replace) {
      checkKept(present.column(), "partitioned", schema);
      if (wanted == null) {
        draft.because("the target is partitioned by " + present + ", and stays so");
      }
    }
    return present;
  }

  private List<String> clustering(List<String> key, TableSchema schema) {
    List<String> wanted = request.desired().clusterBy();
    if (live != null) {
      List<String> present = live.spec().clusterBy();
      if (!wanted.isEmpty() && !folded(wanted).equals(folded(present))) {
        throw refused(
            "clustering",
            present.isEmpty() ? "not clustered" : "clustered by " + present,
            wanted.toString());
      }
      if (!present.isEmpty() && request.strategy() instanceof Strategy.Replace) {
        present.forEach(name -> checkKept(name, "clustered", schema));
        if (wanted.isEmpty()) {
          draft.because("the target is clustered by " + present + ", and stays so");
        }
      }
      return present;
    }
    if (!wanted.isEmpty()) {
      return checkedClustering(wanted, schema);
    }
    List<String> byKey =
        key.stream()
            .filter(name -> ServiceLimits.allowsInClustering(column(schema, name)))
            .limit(ServiceLimits.CLUSTERING_COLUMNS.value())
            .toList();
    if (!byKey.isEmpty()) {
      draft.because(
          "clustered by " + byKey + ": key columns, so that later merges read only their blocks");
    }
    return byKey;
  }

  private List<String> checkedClustering(List<String> wanted, TableSchema schema) {
    long limit = ServiceLimits.CLUSTERING_COLUMNS.value();
    if (wanted.size() > limit) {
      throw invalid(
          draft.names().clustering(), String.join(",", wanted), "at most " + limit + " columns");
    }
    List<String> names = PlanDraft.resolve(draft.names().clustering(), wanted, schema);
    for (String name : names) {
      if (!ServiceLimits.allowsInClustering(column(schema, name))) {
        throw invalid(
            draft.names().clustering(),
            name,
            "a column that BigQuery can cluster by, not " + column(schema, name).sqlType());
      }
    }
    return names;
  }

  private void checkPartition(PartitionSpec wanted, TableSchema schema) {
    if (wanted.column() == null) {
      return;
    }
    Column column =
        column(
            schema,
            PlanDraft.resolve(draft.names().partitioning(), List.of(wanted.column()), schema)
                .get(0));
    if (!wanted.takes(column)) {
      throw invalid(
          draft.names().partitioning(),
          wanted + ", which is " + column.sqlType(),
          PartitionSpec.RULE);
    }
  }

  /**
   * A table that is replaced keeps its layout, so its new columns must have those of the layout.
   */
  private void checkKept(@Nullable String name, String how, TableSchema schema) {
    if (name == null || live == null) {
      return;
    }
    Column present = column(live.spec().schema(), name);
    Column wanted = schema.find(name).orElse(null);
    if (wanted == null || wanted.type() != present.type() || wanted.mode() == ColumnMode.REPEATED) {
      throw new IngestException(
          ErrorCode.SCHEMA_MISMATCH,
          "Table "
              + request.target()
              + " is "
              + how
              + " by '"
              + name
              + "' "
              + present.sqlType()
              + ", and the rows "
              + (wanted == null ? "lack that column" : "have it as " + wanted.sqlType())
              + ". Nothing was loaded. Give the rows that column, load into another table, or drop"
              + " this one first.");
    }
  }

  private IngestException refused(String what, String present, String wanted) {
    return new IngestException(
        ErrorCode.NOT_SUPPORTED,
        "Table "
            + request.target()
            + " is "
            + present
            + ", and the "
            + what
            + " asked for is "
            + wanted
            + ". BigQuery changes the "
            + what
            + " of no table in place, and this release does not build it anew; a later one will."
            + " Nothing was loaded. Ask for no "
            + what
            + " to keep what the table has, load into another table, or drop this one first.");
  }

  static IngestException invalid(String what, Object value, String rule) {
    return new IngestException(
        ErrorCode.INVALID_OPTION, what + ": " + value + " (expected: " + rule + ")");
  }

  private static Column column(TableSchema schema, String name) {
    return Objects.requireNonNull(schema.find(name).orElse(null), name);
  }

  private static List<String> folded(List<String> names) {
    return names.stream().map(Names::fold).toList();
  }
}
