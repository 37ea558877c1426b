package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.load.ListCursor;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.PendingLoad;
import dev.penstock.core.write.WriterOptions;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.math.BigDecimal;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Kinds whose values have parts, in the columns that hold them as one value. */
class NestedKindsIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("kinds");

  private static List<Map<String, @Nullable Object>> stored(
      String table, List<SourceField> fields, List<Column> columns, RowReader... rows) {
    try (BigQueryConnection connection =
        BigQueryConnection.open(
            new Endpoint.Emulator(URI.create(BIGQUERY.restUrl()), BIGQUERY.grpcTarget()),
            BIGQUERY.project(),
            "penstock-test/1")) {
      Destination destination = new Destination(BIGQUERY.project(), "kinds", table);
      new TableAdmin(connection, Time.SYSTEM)
          .ensure(destination, TablePolicy.forChanges(List.of()), columns, false);
      WriterOptions options = WriterOptions.defaults(false, "penstock:test");
      try (TableLoad load = PendingLoad.open(connection, destination, options, Time.SYSTEM)) {
        ListCursor.appendAll(load, new SourceSchema(fields), Arrays.asList(rows));
        load.finish();
      }
    }
    return BIGQUERY.table("kinds", table).rows();
  }

  @Test
  void storesRangesOfTextsAndOfStructs() {
    SourceField days =
        SourceField.struct(
            "days",
            true,
            List.of(
                SourceField.of("start", ValueKind.DATE, true),
                SourceField.of("end", ValueKind.DATE, true)));
    List<SourceField> fields =
        List.of(
            days,
            SourceField.of("times", ValueKind.TEXT, true),
            SourceField.list("moments", true, SourceField.of("e", ValueKind.TEXT, false)));
    List<Column> columns =
        List.of(
            Column.range("days", ColumnMode.NULLABLE, ColumnType.DATE),
            Column.range("times", ColumnMode.NULLABLE, ColumnType.DATETIME),
            Column.range("moments", ColumnMode.REPEATED, ColumnType.TIMESTAMP));

    var rows =
        stored(
            "ranges",
            fields,
            columns,
            FakeRow.of(
                Arrays.asList(0L, null),
                "[0001-01-01 00:00:00, 2024-02-29T12:34:56.5)",
                List.of(
                    "[UNBOUNDED, UNBOUNDED)",
                    "[1969-12-31 23:59:59.999999 UTC, 1970-01-01T02:00:00+01:00)")),
            FakeRow.of(null, "[UNBOUNDED, 9999-12-31 23:59:59.999999)", List.of()));

    assertThat(rows)
        .extracting(row -> row.get("days"), row -> row.get("times"), row -> row.get("moments"))
        .containsExactly(
            tuple(
                "[1970-01-01, UNBOUNDED)",
                "[0001-01-01T00:00:00, 2024-02-29T12:34:56.500000)",
                List.of("[UNBOUNDED, UNBOUNDED)", "[-1.0E-6, 3600.0)")),
            tuple(null, "[UNBOUNDED, 9999-12-31T23:59:59.999999)", List.of()));
  }

  @Test
  void storesStructsAndListsAsDocuments() {
    SourceField document =
        SourceField.struct(
            "doc",
            true,
            List.of(
                SourceField.of("id", ValueKind.LONG, true),
                SourceField.decimal("wide", true, null, null),
                SourceField.list("list", true, SourceField.of("e", ValueKind.DOUBLE, true))));
    List<SourceField> fields =
        List.of(
            document,
            SourceField.list("docs", true, SourceField.of("e", ValueKind.TEXT, true)),
            SourceField.list("each", true, document));
    List<Column> columns =
        List.of(
            Column.nullable("doc", ColumnType.JSON),
            Column.nullable("docs", ColumnType.JSON),
            Column.of("each", ColumnType.JSON, ColumnMode.REPEATED));

    var rows =
        stored(
            "documents",
            fields,
            columns,
            FakeRow.of(
                Arrays.asList(
                    Long.MIN_VALUE,
                    new BigDecimal("12345678901234567890123.5"),
                    Arrays.asList(1.5, null)),
                Arrays.asList("a\"b\n", null, "ü😀"),
                List.of(Arrays.asList(1L, null, List.of()))),
            FakeRow.of(null, List.of(), List.of()));

    assertThat(rows)
        .extracting(row -> row.get("doc"), row -> row.get("docs"), row -> row.get("each"))
        .containsExactly(
            tuple(
                "{\"id\":-9223372036854775808,\"list\":[1.5,null],"
                    + "\"wide\":\"12345678901234567890123.5\"}",
                "[\"a\\\"b\\n\",null,\"ü😀\"]",
                List.of("{\"id\":1,\"list\":[],\"wide\":null}")),
            tuple(null, "[]", List.of()));
  }
}
