package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.load.JobLoad;
import dev.penstock.core.load.JobLoadOptions;
import dev.penstock.core.load.ListCursor;
import dev.penstock.core.load.LoadJob;
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
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.sessions.JqwikSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is written by a stream or by a load job is read back as it was, whatever it is. */
class RoundTripsIT {
  private static final int ROW_COUNT = 150;

  /** 0001-01-01 and the last microsecond of 9999. */
  private static final long FIRST_MICROS = -62_135_596_800_000_000L;

  private static final long LAST_MICROS = 253_402_300_799_999_999L;

  private static final List<SourceField> FIELDS =
      List.of(
          SourceField.of("id", ValueKind.LONG, false),
          SourceField.decimal("n", true, 10, 2),
          SourceField.decimal("big", true, null, null),
          SourceField.of("f", ValueKind.DOUBLE, true),
          SourceField.of("u", ValueKind.UNSIGNED_LONG, true),
          SourceField.of("s", ValueKind.TEXT, true),
          SourceField.of("b", ValueKind.BYTES, true),
          SourceField.temporal("ts", ValueKind.INSTANT, true, TimeUnit.MICROSECONDS),
          SourceField.temporal("dt", ValueKind.DATETIME, true, TimeUnit.MICROSECONDS),
          SourceField.list("l", true, SourceField.of("e", ValueKind.TEXT, false)));

  private static final List<Column> COLUMNS =
      List.of(
          Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED),
          new Column("n", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 10, 2, null),
          Column.nullable("big", ColumnType.BIGNUMERIC),
          Column.nullable("f", ColumnType.FLOAT64),
          Column.nullable("u", ColumnType.NUMERIC),
          Column.nullable("s", ColumnType.STRING),
          Column.nullable("b", ColumnType.BYTES),
          Column.nullable("ts", ColumnType.TIMESTAMP),
          Column.nullable("dt", ColumnType.DATETIME),
          Column.of("l", ColumnType.STRING, ColumnMode.REPEATED));

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("trips");

  private static Arbitrary<BigDecimal> decimals(String largest, int scale) {
    BigDecimal bound = new BigDecimal(largest);
    return Arbitraries.bigDecimals().between(bound.negate(), bound).ofScale(scale);
  }

  private static Arbitrary<Long> micros() {
    return Arbitraries.longs().between(FIRST_MICROS, LAST_MICROS);
  }

  /** The values of one row, the id aside. */
  private static Arbitrary<List<@Nullable Object>> rows() {
    List<Arbitrary<?>> columns =
        List.of(
            decimals("99999999.99", 2),
            // The largest BIGNUMERIC is 2^255 - 1 at 38 fraction digits.
            decimals(
                "578960446186580977117854925043439539266.34992332820282019728792003956564819967",
                38),
            Arbitraries.oneOf(
                Arbitraries.doubles(),
                Arbitraries.of(
                    Double.NaN, -0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)),
            Arbitraries.longs(),
            Arbitraries.strings().ofMaxLength(20).filter(RoundTripsIT::isWellFormed),
            Arbitraries.bytes().array(byte[].class).ofMaxSize(20),
            micros(),
            micros(),
            Arbitraries.strings().alpha().ofMaxLength(3).list().ofMaxSize(3));
    return Combinators.combine(
            columns.stream()
                .<Arbitrary<@Nullable Object>>map(
                    column -> column.map(value -> (Object) value).injectNull(0.1))
                .toList())
        .as(values -> values);
  }

  /** The others are rejected, which other tests show. */
  private static boolean isWellFormed(String text) {
    return text.codePoints()
        .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  private static @Nullable Object read(int column, @Nullable Object written) {
    if (written == null) {
      return column == COLUMNS.size() - 1 ? List.of() : null;
    }
    return switch (COLUMNS.get(column).name()) {
      case "n", "big" -> ((BigDecimal) written).stripTrailingZeros();
      case "u" -> new BigDecimal(Long.toUnsignedString((Long) written)).stripTrailingZeros();
      case "b" -> ByteString.copyFrom((byte[]) written);
      case "ts" -> Instant.EPOCH.plus((Long) written, ChronoUnit.MICROS);
      case "dt" ->
          LocalDateTime.ofInstant(
              Instant.EPOCH.plus((Long) written, ChronoUnit.MICROS), ZoneOffset.UTC);
      default -> written;
    };
  }

  private static List<List<@Nullable Object>> stored(String table) {
    return BIGQUERY.table("trips", table).rows().stream()
        .sorted(Comparator.comparing(row -> (Long) row.get("id")))
        .map(RoundTripsIT::cells)
        .toList();
  }

  private static List<@Nullable Object> cells(Map<String, @Nullable Object> row) {
    List<@Nullable Object> cells = new ArrayList<>();
    for (Column column : COLUMNS) {
      Object cell = row.get(column.name());
      cells.add(cell instanceof BigDecimal number ? number.stripTrailingZeros() : cell);
    }
    return cells;
  }

  private static void load(TableLoad load, List<RowReader> rows) {
    try (load) {
      ListCursor.appendAll(load, new SourceSchema(FIELDS), rows);
      assertThat(load.finish().rows()).isEqualTo(ROW_COUNT);
    }
  }

  @Test
  void readsBackWhatWasWritten() {
    List<RowReader> rows = new ArrayList<>();
    List<List<@Nullable Object>> expected = new ArrayList<>();
    JqwikSession.run(
        () ->
            rows()
                .sampleStream()
                .limit(ROW_COUNT)
                .forEach(
                    values -> {
                      List<@Nullable Object> row = new ArrayList<>();
                      row.add((long) rows.size());
                      row.addAll(values);
                      rows.add(new FakeRow(row));
                      List<@Nullable Object> cells = new ArrayList<>();
                      for (int i = 0; i < row.size(); i++) {
                        cells.add(read(i, row.get(i)));
                      }
                      expected.add(cells);
                    }));
    try (BigQueryConnection connection =
        BigQueryConnection.open(
            new Endpoint.Emulator(URI.create(BIGQUERY.restUrl()), BIGQUERY.grpcTarget()),
            BIGQUERY.project(),
            "penstock-test/1")) {
      Destination streamed = new Destination(BIGQUERY.project(), "trips", "streamed");
      Destination loaded = new Destination(BIGQUERY.project(), "trips", "loaded");
      for (Destination destination : Arrays.asList(streamed, loaded)) {
        new TableAdmin(connection, Time.SYSTEM)
            .ensure(destination, TablePolicy.forChanges(List.of()), COLUMNS, false);
      }
      WriterOptions options = WriterOptions.defaults(false, "penstock:test");
      LoadJob job =
          new LoadJob("trips", Map.of(), LoadJob.Disposition.EMPTY, Duration.ofMinutes(1));

      load(PendingLoad.open(connection, streamed, options, Time.SYSTEM), rows);
      load(JobLoad.open(connection, loaded, job, JobLoadOptions.defaults(), Time.SYSTEM), rows);
    }

    assertThat(stored("streamed")).isEqualTo(expected);
    assertThat(stored("loaded")).isEqualTo(expected);
  }
}
