package dev.penstock.local.sql;

import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Table options as INFORMATION_SCHEMA and DDL show them (SQ-069). */
final class TableOptions {
  static final String MAX_STALENESS = "max_staleness";

  /** Of materialized views. */
  static final String NON_INCREMENTAL = "allow_non_incremental_definition";

  /** Options of materialized views, with their types. */
  static final Map<String, String> OTHERS =
      Map.of(
          "enable_refresh", "BOOL", "refresh_interval_minutes", "FLOAT64", NON_INCREMENTAL, "BOOL");

  static final long MILLIS_PER_DAY = 86_400_000;

  private TableOptions() {}

  /** An option that a table has. */
  record Shown(String name, String type, String value) {}

  /** The options of a table that are set, in name order. */
  static List<Shown> shown(TableMetadata table) {
    List<Shown> shown = new ArrayList<>();
    if (table.description() != null) {
      shown.add(new Shown("description", "STRING", quote(table.description())));
    }
    if (table.expirationMillis() != null) {
      shown.add(
          new Shown("expiration_timestamp", "TIMESTAMP", timestamp(table.expirationMillis())));
    }
    if (table.friendlyName() != null) {
      shown.add(new Shown("friendly_name", "STRING", quote(table.friendlyName())));
    }
    String key = table.options().get(TableMetadata.KMS_KEY_NAME);
    if (key != null) {
      shown.add(new Shown(TableMetadata.KMS_KEY_NAME, "STRING", quote(key)));
    }
    if (!table.labels().isEmpty()) {
      shown.add(new Shown("labels", "ARRAY<STRUCT<STRING, STRING>>", labels(table.labels())));
    }
    for (Map.Entry<String, String> option : new TreeMap<>(table.options()).entrySet()) {
      String type = OTHERS.get(option.getKey());
      if (type != null) {
        shown.add(new Shown(option.getKey(), type, option.getValue()));
      }
    }
    String staleness = table.options().get(MAX_STALENESS);
    if (staleness != null) {
      shown.add(new Shown(MAX_STALENESS, "INTERVAL", staleness));
    }
    if (table.partitioning() != null) {
      addPartitionOptions(shown, table.partitioning());
    }
    return shown;
  }

  /** Labels as an array of pairs, in the order of their keys. */
  static String labels(Map<String, String> labels) {
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(label -> "STRUCT(" + quote(label.getKey()) + ", " + quote(label.getValue()) + ")")
            .collect(Collectors.joining(", ", "[", "]"));
  }

  private static void addPartitionOptions(List<Shown> shown, Partitioning partitioning) {
    if (partitioning.expirationMs() != null) {
      String days = Double.toString((double) partitioning.expirationMs() / MILLIS_PER_DAY);
      shown.add(new Shown("partition_expiration_days", "FLOAT64", days));
    }
    if (partitioning.requireFilter()) {
      shown.add(new Shown("require_partition_filter", "BOOL", "true"));
    }
  }

  private static String quote(String text) {
    return JsonPaths.quote(text);
  }

  private static String timestamp(long millis) {
    return "TIMESTAMP \""
        + TimeFormats.format("%Y-%m-%dT%H:%M:%E3SZ", millis * 1_000, "UTC", "TIMESTAMP")
        + "\"";
  }
}
