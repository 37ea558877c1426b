package dev.penstock.local.sql;

import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.FieldType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** INFORMATION_SCHEMA.SCHEMATA and SCHEMATA_OPTIONS. */
final class SchemataViews {
  private SchemataViews() {}

  static List<InformationView> views() {
    return List.of(
        new InformationView(
            "SCHEMATA",
            true,
            ViewColumns.of(
                "catalog_name", FieldType.STRING,
                "schema_name", FieldType.STRING,
                "schema_owner", FieldType.STRING,
                "creation_time", FieldType.TIMESTAMP,
                "last_modified_time", FieldType.TIMESTAMP,
                "location", FieldType.STRING,
                "ddl", FieldType.STRING,
                "default_collation_name", FieldType.STRING),
            scope -> rows(scope.datasets())),
        new InformationView(
            "SCHEMATA_OPTIONS",
            true,
            ViewColumns.of(
                "catalog_name", FieldType.STRING,
                "schema_name", FieldType.STRING,
                "option_name", FieldType.STRING,
                "option_type", FieldType.STRING,
                "option_value", FieldType.STRING),
            scope -> options(scope.datasets())));
  }

  private static List<List<@Nullable Object>> options(List<DatasetMetadata> datasets) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (DatasetMetadata dataset : datasets) {
      for (Map.Entry<String, TableOptions.Shown> option : shown(dataset).entrySet()) {
        rows.add(
            Arrays.asList(
                dataset.project(),
                dataset.dataset(),
                option.getKey(),
                option.getValue().type(),
                option.getValue().value()));
      }
    }
    return rows;
  }

  private static Map<String, TableOptions.Shown> shown(DatasetMetadata dataset) {
    Map<String, TableOptions.Shown> shown = new TreeMap<>();
    Long expiration = dataset.defaultTableExpirationMs();
    if (expiration != null) {
      put(
          shown,
          "default_table_expiration_days",
          "FLOAT64",
          Double.toString((double) expiration / TableOptions.MILLIS_PER_DAY));
    }
    if (dataset.description() != null) {
      put(shown, "description", "STRING", JsonPaths.quote(dataset.description()));
    }
    if (dataset.friendlyName() != null) {
      put(shown, "friendly_name", "STRING", JsonPaths.quote(dataset.friendlyName()));
    }
    if (!dataset.labels().isEmpty()) {
      put(shown, "labels", "ARRAY<STRUCT<STRING, STRING>>", TableOptions.labels(dataset.labels()));
    }
    return shown;
  }

  private static void put(
      Map<String, TableOptions.Shown> shown, String name, String type, String value) {
    shown.put(name, new TableOptions.Shown(name, type, value));
  }

  private static String ddl(DatasetMetadata dataset) {
    StringJoiner options = new StringJoiner(",\n  ", "\nOPTIONS(\n  ", "\n);");
    options.add("location=" + JsonPaths.quote(dataset.location()));
    shown(dataset).values().forEach(option -> options.add(option.name() + "=" + option.value()));
    return "CREATE SCHEMA `" + dataset.project() + "." + dataset.dataset() + "`" + options;
  }

  private static List<List<@Nullable Object>> rows(List<DatasetMetadata> datasets) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (DatasetMetadata dataset : datasets) {
      rows.add(
          Arrays.asList(
              dataset.project(),
              dataset.dataset(),
              null,
              Instant.ofEpochMilli(dataset.creationMillis()),
              Instant.ofEpochMilli(dataset.modifiedMillis()),
              dataset.location(),
              ddl(dataset),
              "NULL"));
    }
    return rows;
  }
}
