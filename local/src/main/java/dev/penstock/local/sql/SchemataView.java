package dev.penstock.local.sql;

import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.FieldType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** INFORMATION_SCHEMA.SCHEMATA. */
final class SchemataView {
  private SchemataView() {}

  static InformationView view() {
    return new InformationView(
        "SCHEMATA",
        true,
        ViewColumns.of(
            "catalog_name", FieldType.STRING,
            "schema_name", FieldType.STRING,
            "schema_owner", FieldType.STRING,
            "creation_time", FieldType.TIMESTAMP,
            "last_modified_time", FieldType.TIMESTAMP,
            "location", FieldType.STRING,
            "default_collation_name", FieldType.STRING),
        SchemataView::rows);
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
              "NULL"));
    }
    return rows;
  }
}
