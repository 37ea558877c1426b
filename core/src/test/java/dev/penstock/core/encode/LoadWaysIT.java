package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same rows are stored as the same values, whether they travel as protobuf or as Avro. */
class LoadWaysIT {
  private static final int ROW_COUNT = 400;
  private static final long SEED = 20_261_130;
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("ways");

  private final Random random = new Random(SEED);

  private static List<SourceField> scalars() {
    return List.of(
        SourceField.of("bool_", ValueKind.BOOL, true),
        SourceField.of("int64_", ValueKind.LONG, true),
        SourceField.of("float64_", ValueKind.DOUBLE, true),
        SourceField.decimal("numeric_", true, null, null),
        SourceField.decimal("numeric_10_2", true, 10, 2),
        SourceField.decimal("bignumeric_", true, null, null),
        SourceField.decimal("bignumeric_50_20", true, 50, 20),
        SourceField.of("string_", ValueKind.TEXT, true),
        SourceField.of("json_", ValueKind.JSON, true),
        SourceField.of("bytes_", ValueKind.BYTES, true),
        SourceField.of("date_", ValueKind.DATE, true),
        SourceField.temporal("time_", ValueKind.TIME, true, TimeUnit.MICROSECONDS),
        SourceField.temporal("datetime_", ValueKind.DATETIME, true, TimeUnit.MICROSECONDS),
        SourceField.temporal("timestamp_", ValueKind.INSTANT, true, TimeUnit.MICROSECONDS));
  }

  private static List<Column> columns(ColumnMode mode) {
    return List.of(
        Column.of("bool_", ColumnType.BOOL, mode),
        Column.of("int64_", ColumnType.INT64, mode),
        Column.of("float64_", ColumnType.FLOAT64, mode),
        Column.of("numeric_", ColumnType.NUMERIC, mode),
        new Column("numeric_10_2", ColumnType.NUMERIC, mode, List.of(), 10, 2, null),
        Column.of("bignumeric_", ColumnType.BIGNUMERIC, mode),
        new Column("bignumeric_50_20", ColumnType.BIGNUMERIC, mode, List.of(), 50, 20, null),
        Column.of("string_", ColumnType.STRING, mode),
        Column.of("json_", ColumnType.JSON, mode),
        Column.of("bytes_", ColumnType.BYTES, mode),
        Column.of("date_", ColumnType.DATE, mode),
        Column.of("time_", ColumnType.TIME, mode),
        Column.of("datetime_", ColumnType.DATETIME, mode),
        Column.of("timestamp_", ColumnType.TIMESTAMP, mode));
  }

  private static SourceSchema schema() {
    List<SourceField> fields = new ArrayList<>();
    fields.add(SourceField.of("id", ValueKind.LONG, false));
    fields.addAll(scalars());
    fields.add(SourceField.struct("inner", true, scalars()));
    fields.add(SourceField.list("list", true, SourceField.struct("element", false, scalars())));
    fields.add(SourceField.list("texts", true, SourceField.of("element", ValueKind.TEXT, false)));
    return new SourceSchema(fields);
  }

  /** In another order than the source has. */
  private static List<Column> table() {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.of("texts", ColumnType.STRING, ColumnMode.REPEATED));
    columns.add(Column.struct("inner", ColumnMode.NULLABLE, columns(ColumnMode.NULLABLE)));
    columns.addAll(columns(ColumnMode.NULLABLE));
    columns.add(Column.struct("list", ColumnMode.REPEATED, columns(ColumnMode.NULLABLE)));
    columns.add(Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED));
    return columns;
  }

  private @Nullable Object maybe(Object value) {
    return random.nextInt(5) == 0 ? null : value;
  }

  private long between(long low, long high) {
    return random.nextInt(8) == 0
        ? (random.nextBoolean() ? low : high)
        : low + Math.floorMod(random.nextLong(), high - low + 1);
  }

  private BigDecimal decimal(int bits, int scale) {
    return new BigDecimal(new BigInteger(random.nextInt(bits) + 1, random), scale)
        .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1));
  }

  private List<@Nullable Object> values() {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return Arrays.asList(
        maybe(random.nextBoolean()),
        maybe(random.nextBoolean() ? random.nextLong() : between(-200, 200)),
        maybe(random.nextGaussian() * Math.pow(10, random.nextInt(300))),
        maybe(decimal(126, 9)),
        maybe(decimal(33, 2)),
        maybe(decimal(250, 38)),
        maybe(decimal(160, 20)),
        maybe("text € 😀 " + random.nextInt()),
        maybe("{\"a\":[1,null,\"" + random.nextInt() + "\"]}"),
        maybe(bytes),
        maybe(between(-719_162, 2_932_896)),
        maybe(between(0, MICROS_PER_DAY - 1)),
        maybe(between(-719_162 * MICROS_PER_DAY, 2_932_897 * MICROS_PER_DAY - 1)),
        maybe(between(-719_162 * MICROS_PER_DAY, 2_932_897 * MICROS_PER_DAY - 1)));
  }

  private RowReader row(long id) {
    List<@Nullable Object> row = new ArrayList<>();
    row.add(id);
    row.addAll(values());
    row.add(maybe(values()));
    row.add(maybe(IntStream.range(0, random.nextInt(3)).mapToObj(i -> values()).toList()));
    row.add(maybe(List.of("a", "", "ü").subList(0, random.nextInt(4))));
    return new FakeRow(row);
  }

  private static List<Map<String, @Nullable Object>> stored(String table) {
    return BIGQUERY.table("ways", table).rows().stream()
        .sorted(Comparator.comparing(row -> (Long) row.get("id")))
        .toList();
  }

  @Test
  void protobufAndAvroStoreTheSameValues() {
    SourceSchema schema = schema();
    List<RowReader> rows = IntStream.range(0, ROW_COUNT).mapToObj(this::row).toList();
    try (BigQueryConnection connection =
        BigQueryConnection.open(
            new Endpoint.Emulator(URI.create(BIGQUERY.restUrl()), BIGQUERY.grpcTarget()),
            BIGQUERY.project(),
            "penstock-test/1")) {
      Destination streamed = new Destination(BIGQUERY.project(), "ways", "streamed");
      Destination loaded = new Destination(BIGQUERY.project(), "ways", "loaded");
      TablePolicy create = TablePolicy.forChanges(List.of());
      new TableAdmin(connection, Time.SYSTEM).ensure(streamed, create, table(), false);
      new TableAdmin(connection, Time.SYSTEM).ensure(loaded, create, table(), false);
      WriterOptions options = WriterOptions.defaults(false, "penstock:test");
      LoadJob job = new LoadJob("ways", Map.of(), LoadJob.Disposition.EMPTY, Duration.ofMinutes(1));

      load(PendingLoad.open(connection, streamed, options, Time.SYSTEM), schema, rows);
      load(
          JobLoad.open(connection, loaded, job, JobLoadOptions.defaults(), Time.SYSTEM),
          schema,
          rows);
    }

    assertThat(stored("streamed")).hasSize(ROW_COUNT);
    assertThat(stored("loaded")).isEqualTo(stored("streamed"));
  }

  private static void load(TableLoad load, SourceSchema schema, List<RowReader> rows) {
    try (load) {
      ListCursor.appendAll(load, schema, rows);
      assertThat(load.finish().rows()).isEqualTo(ROW_COUNT);
    }
  }
}
