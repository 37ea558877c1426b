package dev.penstock.core.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.bigquery.model.RangePartitioning;
import com.google.api.services.bigquery.model.Table;
import com.google.api.services.bigquery.model.TimePartitioning;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnDetails;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.PartitionSpec.ByRange;
import dev.penstock.core.model.PartitionSpec.ByTime;
import dev.penstock.core.model.PartitionSpec.Granularity;
import dev.penstock.core.model.TableAttributes;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The REST form of a new table, and what is refused before any call. */
class NewTableTest {
  private static final Destination T = new Destination("p", "d", "t");
  private static final List<Column> COLUMNS =
      List.of(
          Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED),
          Column.nullable("at", ColumnType.TIMESTAMP),
          Column.nullable("day", ColumnType.DATE),
          Column.of("tags", ColumnType.STRING, ColumnMode.REPEATED),
          Column.struct(
              "s", ColumnMode.NULLABLE, List.of(Column.nullable("x", ColumnType.STRING))));

  private static TableSpec spec(
      List<String> key,
      @Nullable PartitionSpec partition,
      List<String> clusterBy,
      TableAttributes attributes) {
    return new TableSpec(new TableSchema(COLUMNS), key, partition, clusterBy, attributes);
  }

  private static TableSpec of(TableAttributes.Builder attributes) {
    return spec(List.of(), null, List.of(), attributes.build());
  }

  private static TableSpec of(Column... columns) {
    return new TableSpec(new TableSchema(List.of(columns)), List.of(), null, List.of());
  }

  private static TableSpec partitioned(PartitionSpec partition) {
    return spec(List.of(), partition, List.of(), TableAttributes.NONE);
  }

  private static void refuses(TableSpec spec, String message) {
    assertThatThrownBy(() -> NewTable.of(T, spec, 0))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
        .hasMessage(message);
  }

  @Test
  void carriesEverythingThatATableMayHave() throws IOException {
    TableAttributes attributes =
        TableAttributes.builder()
            .description("Orders of the shop")
            .friendlyName("Orders")
            .labels(Map.of("team", "shop"))
            .partitionExpiration(Duration.ofDays(30))
            .requirePartitionFilter(true)
            .lifetime(Duration.ofDays(365))
            .kmsKeyName("projects/p/locations/us/keyRings/r/cryptoKeys/k")
            .columns(
                Map.of(
                    "AT",
                    new ColumnDetails("when it was placed", "CURRENT_TIMESTAMP()"),
                    "s.x",
                    ColumnDetails.describedAs("inner")))
            .build();
    TableSpec spec =
        spec(List.of("id"), new ByTime(Granularity.HOUR, "at"), List.of("id", "day"), attributes);

    String json = GsonFactory.getDefaultInstance().toString(NewTable.of(T, spec, 1_000));

    assertThat(json)
        .isEqualTo(
            """
            {"clustering":{"fields":["id","day"]},\
            "description":"Orders of the shop",\
            "encryptionConfiguration":{"kmsKeyName":"projects/p/locations/us/keyRings/r/cryptoKeys/k"},\
            "expirationTime":"31536001000",\
            "friendlyName":"Orders",\
            "labels":{"team":"shop"},\
            "requirePartitionFilter":true,\
            "schema":{"fields":[{"mode":"REQUIRED","name":"id","type":"INT64"},\
            {"defaultValueExpression":"CURRENT_TIMESTAMP()","description":"when it was placed",\
            "mode":"NULLABLE","name":"at","type":"TIMESTAMP"},\
            {"mode":"NULLABLE","name":"day","type":"DATE"},\
            {"mode":"REPEATED","name":"tags","type":"STRING"},\
            {"fields":[{"description":"inner","mode":"NULLABLE","name":"x","type":"STRING"}],\
            "mode":"NULLABLE","name":"s","type":"RECORD"}]},\
            "tableConstraints":{"primaryKey":{"columns":["id"]}},\
            "tableReference":{"datasetId":"d","projectId":"p","tableId":"t"},\
            "timePartitioning":{"expirationMs":"2592000000","field":"at","type":"HOUR"}}""");
  }

  @Test
  void isPartitionedByIngestionOrByRanges() {
    Table byMonth = NewTable.of(T, partitioned(new ByTime(Granularity.MONTH, null)), 0);
    Table byRange = NewTable.of(T, partitioned(new ByRange("id", 0, 100_000, 10)), 0);

    assertThat(byMonth.getTimePartitioning()).isEqualTo(new TimePartitioning().setType("MONTH"));
    assertThat(byRange.getRangePartitioning())
        .isEqualTo(
            new RangePartitioning()
                .setField("id")
                .setRange(
                    new RangePartitioning.Range().setStart(0L).setEnd(100_000L).setInterval(10L)));
  }

  @Test
  void hasAtMostFourClusteringColumns() {
    refuses(
        spec(List.of(), null, List.of("id", "at", "day", "s", "tags"), TableAttributes.NONE),
        "clustering: [id, at, day, s, tags] of new table p.d.t (expected: at most 4 columns)");
    refuses(
        spec(List.of(), null, List.of("tags"), TableAttributes.NONE),
        "clustering: tags ARRAY<STRING> of new table p.d.t (expected: no array, and a type that"
            + " BigQuery clusters by)");
    refuses(
        spec(List.of(), null, List.of("other"), TableAttributes.NONE),
        "clustering: other (expected: a column of p.d.t, which is created with [id, at, day, tags,"
            + " s])");
  }

  @Test
  void isPartitionedByAColumnThatTellsTime() {
    refuses(
        partitioned(new ByTime(Granularity.DAY, "id")),
        "partitioning: DAY of id, which is INT64 of new table p.d.t (expected: HOUR of TIMESTAMP or"
            + " DATETIME; DAY, MONTH or YEAR of those or of DATE; ranges of INT64)");
    refuses(
        partitioned(new ByTime(Granularity.HOUR, "day")),
        "partitioning: HOUR of day, which is DATE of new table p.d.t (expected: HOUR of TIMESTAMP"
            + " or DATETIME; DAY, MONTH or YEAR of those or of DATE; ranges of INT64)");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 100001, 10",
    "0, 10, 0",
    "10, 10, 1",
    "-9223372036854775808, 9223372036854775807, 1"
  })
  void hasAtMostTenThousandRanges(long start, long end, long interval) {
    refuses(
        partitioned(new ByRange("id", start, end, interval)),
        "partitioning: ranges of id from "
            + start
            + " to "
            + end
            + " by "
            + interval
            + " of new table p.d.t (expected: start below end, a positive interval, and at most"
            + " 10000 ranges)");
  }

  @Test
  void losesPartitionsOnlyWhereItHasThem() {
    refuses(
        of(TableAttributes.builder().partitionExpiration(Duration.ofDays(1))),
        "partitionExpiration: PT24H of new table p.d.t (expected: only with partitions by time)");
    refuses(
        of(TableAttributes.builder().requirePartitionFilter(true)),
        "requirePartitionFilter: true of new table p.d.t (expected: only with partitions)");
    refuses(
        of(TableAttributes.builder().lifetime(Duration.ZERO)),
        "lifetime: PT0S of new table p.d.t (expected: at least 1 ms)");
  }

  @Test
  void hasDescriptionsOfLimitedLength() {
    assertThat(NewTable.of(T, of(TableAttributes.builder().description("é".repeat(16_384))), 0))
        .isNotNull();
    refuses(
        of(TableAttributes.builder().description("é".repeat(16_385))),
        "description: 16385 characters of new table p.d.t (expected: at most 16384 characters)");
    refuses(
        of(
            TableAttributes.builder()
                .columns(Map.of("at", ColumnDetails.describedAs("x".repeat(1_025))))),
        "columns.at.description: 1025 characters of new table p.d.t (expected: at most 1024"
            + " characters)");
  }

  @Test
  void describesColumnsThatItHas() {
    refuses(
        of(TableAttributes.builder().columns(Map.of("s.y", ColumnDetails.describedAs("no")))),
        "columns: s.y of new table p.d.t (expected: a column of the new table)");
    refuses(
        of(TableAttributes.builder().columns(Map.of("s.x", ColumnDetails.defaultsTo("'a'")))),
        "columns.s.x.defaultExpression: 'a' of new table p.d.t (expected: only on a top-level"
            + " column)");
  }

  @ParameterizedTest
  @CsvSource({"Team, a", "1team, a", "'', a", "team, A", "team, a b"})
  void hasLabelsOfLowerCaseLetters(String key, String value) {
    refuses(
        of(TableAttributes.builder().labels(Map.of(key, value))),
        "labels: "
            + key
            + "="
            + value
            + " of new table p.d.t (expected: lower case letters, digits, _ and -, at most 63"
            + " characters, the key beginning with a letter)");
  }

  @Test
  void hasAtMost64Labels() {
    Map<String, String> labels = new HashMap<>();
    IntStream.range(0, 65).forEach(i -> labels.put("l" + i, ""));

    refuses(
        of(TableAttributes.builder().labels(labels)),
        "labels: 65 of new table p.d.t (expected: at most 64)");
  }

  @Test
  void isEncryptedByAKeyAndNotByAVersionOfIt() {
    refuses(
        of(TableAttributes.builder().kmsKeyName("k")),
        "kmsKeyName: k of new table p.d.t (expected:"
            + " projects/*/locations/*/keyRings/*/cryptoKeys/*, without a version)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.b", "a b!", "`", "x\ny", "q\"", "b\\s"})
  void hasNoColumnNamesWithCertainCharacters(String name) {
    refuses(
        of(Column.nullable(name, ColumnType.STRING)),
        "Table p.d.t has the column '"
            + name
            + "' (expected: a name without !\"$()*,./;?@[\\]^`{}~)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"naïve", "größe", "a-b", "a b", "5th", "x%"})
  void hasFlexibleColumnNames(String name) {
    assertThat(NewTable.of(T, of(Column.nullable(name, ColumnType.STRING)), 0)).isNotNull();
  }

  @Test
  void hasNoReservedAndNoOverlongColumnNames() {
    refuses(
        of(Column.nullable("_partitionTime", ColumnType.STRING)),
        "Table p.d.t has the column '_partitionTime' (expected: a name that does not begin with"
            + " _PARTITION)");
    assertThat(NewTable.of(T, of(Column.nullable("n".repeat(300), ColumnType.STRING)), 0))
        .isNotNull();
    refuses(
        of(Column.nullable("n".repeat(301), ColumnType.STRING)),
        "Table p.d.t has a column name of 301 characters, '"
            + "n".repeat(40)
            + "…' (expected: at most 300)");
  }

  @Test
  void hasAtMostTenThousandColumnsNestedOnesCounted() {
    List<Column> fields =
        IntStream.range(0, 9_999)
            .mapToObj(i -> Column.nullable("c" + i, ColumnType.STRING))
            .toList();
    List<Column> more = new ArrayList<>(fields);
    more.add(Column.nullable("c9999", ColumnType.STRING));

    assertThat(NewTable.of(T, of(Column.struct("s", ColumnMode.NULLABLE, fields)), 0)).isNotNull();
    refuses(
        of(Column.struct("s", ColumnMode.NULLABLE, more)),
        "Table p.d.t has 10001 columns, nested ones counted (expected: at most 10000)");
  }

  @Test
  void isAtMostFifteenLevelsDeep() {
    Column column = Column.nullable("c", ColumnType.STRING);
    for (int level = 1; level < 15; level++) {
      column = Column.struct("s", ColumnMode.NULLABLE, List.of(column));
    }

    assertThat(NewTable.of(T, of(column), 0)).isNotNull();
    refuses(
        of(Column.struct("s", ColumnMode.NULLABLE, List.of(column))),
        "Table p.d.t has a column below 's.s.s.s.s.s.s.s.s.s.s.s.s.s.s' (expected: at most 15"
            + " levels)");
  }

  @Test
  void hasParametersThatTheTypeTakes() {
    refuses(
        of(new Column("n", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 40, 5, null)),
        "Table p.d.t has the column 'n' NUMERIC(40, 5) (expected: NUMERIC(p,s) with s <= 9 and p"
            + " <= s + 29, or BIGNUMERIC(p,s) with s <= 38 and p <= s + 38)");
    refuses(
        of(new Column("n", ColumnType.DATE, ColumnMode.NULLABLE, List.of(), null, null, 5L)),
        "Table p.d.t has the column 'n' DATE(5) (expected: a length above 0, of a STRING or"
            + " BYTES)");
  }
}
