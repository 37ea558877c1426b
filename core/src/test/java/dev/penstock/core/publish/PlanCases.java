package dev.penstock.core.publish;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Requests whose plans are kept as text, by the name of the file that keeps them. */
final class PlanCases {
  static final Destination TARGET = new Destination("shop", "crm", "customers");
  static final PartitionSpec BY_DAY =
      new PartitionSpec.ByTime(PartitionSpec.Granularity.DAY, "joined");

  /** What the rows of the source look like in every case. */
  static final TableSchema ROWS =
      new TableSchema(
          List.of(
              required("id", ColumnType.INT64),
              new Column(
                  "name", ColumnType.STRING, ColumnMode.NULLABLE, List.of(), null, null, 80L),
              new Column("credit", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 12, 2, null),
              Column.nullable("joined", ColumnType.DATE)));

  private PlanCases() {}

  static Column required(String name, ColumnType type) {
    return Column.of(name, type, ColumnMode.REQUIRED);
  }

  /** Each strategy, on each kind of target, by each method; and the cases beside these. */
  static Map<String, PublishRequest> all() {
    Map<String, PublishRequest> cases = new TreeMap<>();
    Map<String, Strategy> strategies =
        Map.of(
            "replace", new Strategy.Replace(false),
            "append", new Strategy.Append(),
            "merge", new Strategy.Merge());
    strategies.forEach(
        (word, strategy) -> {
          List<String> key = strategy instanceof Strategy.Merge ? List.of("id") : List.of();
          targets(key)
              .forEach(
                  (state, live) -> {
                    for (LoadMethod method : LoadMethod.values()) {
                      String name =
                          word
                              + "-"
                              + state
                              + "-"
                              + (method == LoadMethod.LOAD_JOB ? "job" : "streams");
                      cases.put(
                          name, request(strategy, spec(ROWS, key, null, List.of()), live, method));
                    }
                  });
        });
    Strategy replace = new Strategy.Replace(false);
    cases.put(
        "replace-absent-layout-job",
        request(
            replace,
            spec(ROWS, List.of(), BY_DAY, List.of("name", "credit")),
            null,
            LoadMethod.LOAD_JOB));
    cases.put(
        "replace-absent-key-streams",
        request(replace, spec(ROWS, List.of("id"), BY_DAY, List.of()), null, LoadMethod.STREAMS));
    cases.put(
        "replace-same-key-job",
        request(
            replace,
            spec(ROWS, List.of("id"), null, List.of()),
            existing(spec(ROWS, List.of("id"), BY_DAY, List.of("id")), "description", "labels"),
            LoadMethod.LOAD_JOB));
    cases.put(
        "replace-streamed-job",
        request(
            replace,
            spec(ROWS, List.of(), null, List.of()),
            new ExistingTable(
                spec(ROWS, List.of(), null, List.of()), List.of(), false, true, List.of()),
            LoadMethod.LOAD_JOB));
    cases.put(
        "merge-nullable-key-newest-job",
        new PublishRequest(
            TARGET,
            new Strategy.Merge(),
            spec(everyType(), List.of("id", "region"), null, List.of()),
            existing(spec(everyType(), List.of(), null, List.of())),
            LoadMethod.LOAD_JOB,
            true,
            "at",
            "r1"));
    return cases;
  }

  private static TableSchema everyType() {
    return new TableSchema(
        List.of(
            required("id", ColumnType.INT64),
            Column.nullable("region", ColumnType.STRING),
            Column.nullable("at", ColumnType.TIMESTAMP),
            Column.nullable("rate", ColumnType.FLOAT64),
            Column.nullable("body", ColumnType.JSON),
            Column.nullable("place", ColumnType.GEOGRAPHY),
            Column.nullable("lasted", ColumnType.INTERVAL),
            Column.of("tags", ColumnType.STRING, ColumnMode.REPEATED),
            Column.struct(
                "address",
                ColumnMode.NULLABLE,
                List.of(
                    required("town", ColumnType.STRING),
                    Column.nullable("zip", ColumnType.STRING)))));
  }

  /** The states of the target; absent is null. */
  private static Map<String, @Nullable ExistingTable> targets(List<String> key) {
    Map<String, @Nullable ExistingTable> targets = new TreeMap<>();
    targets.put("absent", null);
    targets.put("same", existing(spec(ROWS, key, null, key), "description", "labels"));
    targets.put(
        "wider-rows",
        existing(
            spec(
                new TableSchema(List.of(ROWS.columns().get(0), ROWS.columns().get(1))),
                key,
                null,
                key)));
    List<Column> more = new ArrayList<>(ROWS.columns());
    more.add(required("country", ColumnType.STRING));
    targets.put("required-missing", existing(spec(new TableSchema(more), key, null, key)));
    return targets;
  }

  static TableSpec spec(
      TableSchema schema,
      List<String> key,
      @Nullable PartitionSpec partition,
      List<String> clusterBy) {
    return new TableSpec(schema, key, partition, clusterBy);
  }

  static ExistingTable existing(TableSpec spec, String... extras) {
    return new ExistingTable(spec, List.of(), false, false, List.of(extras));
  }

  static PublishRequest request(
      Strategy strategy, TableSpec desired, @Nullable ExistingTable live, LoadMethod method) {
    return new PublishRequest(TARGET, strategy, desired, live, method, true, null, "r1");
  }
}
