package dev.penstock.core.sequence.source;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What has no sound order is refused, by property and rule, without the value. */
final class PositionRefusalsTest {
  private static final String SERVER = "24bc7850-2c16-11e6-a073-0242ac110002";

  private static final Map<String, PositionReader> READERS =
      Map.of(
          "postgresql", PositionReader.postgres(),
          "mysql", PositionReader.mysqlGtid(List.of(SERVER)),
          "mariadb", PositionReader.mariaDb(0),
          "sqlserver", PositionReader.sqlServer(),
          "oracle", PositionReader.oracle(1),
          "mongodb", PositionReader.mongoDb(),
          "spanner", PositionReader.spanner(),
          "TiCDC", PositionReader.ticdc("default"));

  private static final Map<String, Map<String, String>> CHANGES =
      Map.of(
          "postgresql", Map.of("sequence", "[\"16\",\"17\"]", "lsn", "17"),
          "mysql", Map.of("gtid", SERVER + ":16", "pos", "1081", "row", "2"),
          "mariadb", Map.of("gtid", "0-1-270", "pos", "1081", "row", "2"),
          "sqlserver",
              Map.of(
                  "commit_lsn", "00000027:00000ac0:0003",
                  "change_lsn", "00000027:00000ac0:0002",
                  "event_serial_no", "1"),
          "oracle", Map.of("commit_scn", "2", "scn", "1", "redo_thread", "1"),
          "mongodb", Map.of("ts_ms", "1700000000000", "ord", "31"),
          "spanner", Map.of("ts_ns", "5", "sequence", "1", "mod_number", "0"),
          "TiCDC", Map.of("commit_ts", "449574614268182531", "cluster_id", "default"));

  private static PositionReader reader(String connector) {
    return requireNonNull(READERS.get(connector));
  }

  private static Map<String, String> change(String connector) {
    Map<String, String> source = new HashMap<>(requireNonNull(CHANGES.get(connector)));
    source.put("connector", connector);
    return source;
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refusal(
      String connector, Map<String, String> source) {
    return assertThatThrownBy(() -> reader(connector).read(source))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SEQUENCE_INVALID));
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql, sequence",
    "mysql, gtid",
    "mysql, pos",
    "mysql, row",
    "mariadb, gtid",
    "mariadb, pos",
    "mariadb, row",
    "sqlserver, commit_lsn",
    "sqlserver, change_lsn",
    "sqlserver, event_serial_no",
    "oracle, commit_scn",
    "oracle, scn",
    "mongodb, ts_ms",
    "mongodb, ord",
    "spanner, ts_ns",
    "spanner, sequence",
    "spanner, mod_number",
    "TiCDC, commit_ts",
    "TiCDC, cluster_id",
    "TiCDC, connector"
  })
  void namesAnAbsentProperty(String connector, String property) {
    Map<String, String> source = change(connector);
    source.remove(property);

    refusal(connector, source)
        .hasMessageStartingWith("Source property '" + property + "' of a ")
        .hasMessageEndingWith(
            " change is absent (expected: in every change). Hand over the properties of the source"
                + " unchanged.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "postgresql; sequence; 77; is no pair of log positions (expected: a JSON array of two",
        "postgresql; sequence; [\"77\"]; is no pair of log positions",
        "postgresql; sequence; [\"77\",null]; is no pair of log positions",
        "postgresql; sequence; [\"77\",\"-7\"]; is no pair of log positions",
        "postgresql; sequence; [\"7\",\"77777777777777777777\"]; is no position (expected: decimal",
        "postgresql; lsn; 77; differs from the second position of 'sequence'",
        "mysql; gtid; 24bc7850-2c16-11e6-a073-0242ac110002:tag77:16; has a tag (expected: UUID:NUMBER)",
        "mysql; gtid; 24bc7850-2c16-11e6-a073-0242ac110002:1-77; is no id of one transaction",
        "mysql; gtid; 77bc7850-2c16-11e6-a073-0242ac110002:16; names a server that is not in the list",
        "mysql; pos; -77; is no position (expected: decimal digits from 0 to 2^64-1, without a sign)",
        "mysql; row; 77a; is no position",
        "mysql; snapshot; incremental; marks a row of an incremental snapshot",
        "mysql; snapshot; 77; is no mark that is known (expected: true, first,",
        "mariadb; gtid; 7-1-77; names another replication domain (expected: 0)",
        "mariadb; gtid; 0-1-77,1-1-77; is no id of one transaction",
        "mariadb; snapshot; incremental; marks a row of an incremental snapshot",
        "sqlserver; commit_lsn; 77; is no text of the format mssql-lsn",
        "sqlserver; change_lsn; NULL; is no text of the format mssql-lsn",
        "sqlserver; event_serial_no; 7777777777; is out of range (expected: 0..2^32-1)",
        "oracle; redo_thread; 77; names another thread (expected: 1)",
        "oracle; scn; 0x77; is no position",
        "mongodb; ts_ms; 1700000000077; is no cluster time (expected: whole seconds",
        "mongodb; ord; 7777777777; is out of range (expected: 0..2^32-1)",
        "spanner; ts_ns; 9777777777777777777; is out of range (expected: 0..2^63-1)",
        "spanner; mod_number; 7777777777; is out of range (expected: 0..2^31-1)",
        "TiCDC; commit_ts; 0; is 0 (expected: a timestamp)",
        "TiCDC; commit_ts; 77777777777777777777; is no position",
        "TiCDC; cluster_id; c77; names another cluster (expected: default)",
        "TiCDC; snapshot; true; marks a row of a snapshot (expected: false, or absent)"
      })
  void namesPropertyAndRuleWithoutTheValue(
      String connector, String property, String value, String rest) {
    Map<String, String> source = change(connector);
    source.put(property, value);

    refusal(connector, source)
        .hasMessageStartingWith("Source property '" + property + "' of a ")
        .hasMessageContaining(" change " + rest)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("77"));
  }

  @Test
  void namesTheConnectorThatIsMeant() {
    refusal("postgresql", Map.of("connector", "mysql", "sequence", "[\"16\",\"17\"]"))
        .hasMessage(
            "Source property 'connector' of a postgresql change names another source (expected:"
                + " postgresql). Choose the kind of position that this source writes.");
  }

  @Test
  void takesASqlServerChangeWithoutPositionFromASnapshotOnly() {
    Map<String, String> source = change("sqlserver");
    source.put("change_lsn", "NULL");
    source.put("snapshot", "true");

    assertThat(reader("sqlserver").read(source).toSequence().section(2)).isZero();
  }

  @Test
  void refusesServersThatAreNone() {
    assertThatThrownBy(() -> PositionReader.mysqlGtid(List.of()))
        .hasMessage("server UUIDs: is empty (expected: the UUID of each server, oldest first)");
    assertThatThrownBy(() -> PositionReader.mysqlGtid(List.of("1")))
        .hasMessage("server UUIDs: 1 (expected: a UUID such as " + SERVER + ")");
    assertThatThrownBy(() -> PositionReader.mysqlGtid(List.of(SERVER, SERVER)))
        .hasMessage("server UUIDs: " + SERVER + " (expected: each server once)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", "a--b", "a_b"})
  void refusesClustersThatAreNone(String id) {
    assertThatThrownBy(() -> PositionReader.ticdc(id))
        .hasMessage(
            "cluster id: " + id + " (expected: letters and digits, with single hyphens between)");
  }

  @Test
  void refusesSpannerPartsThatDoNotFit() {
    Instant commit = Instant.parse("2022-12-13T18:18:51.785Z");

    assertThatThrownBy(() -> SpannerPosition.of(Instant.parse("1969-12-31T23:59:59Z"), "1", 0))
        .hasMessage(
            "The commit timestamp of a spanner change lies outside of 1970 to 2262. Hand over what"
                + " the change stream says, unchanged.");
    assertThatThrownBy(() -> SpannerPosition.of(Instant.parse("2263-01-01T00:00:00Z"), "1", 0))
        .hasMessageStartingWith("The commit timestamp of a spanner change lies outside");
    assertThatThrownBy(() -> SpannerPosition.of(commit, "x", 0))
        .hasMessageStartingWith("The record sequence of a spanner change is no decimal number");
    assertThatThrownBy(() -> SpannerPosition.of(commit, "18446744073709551616", 0))
        .hasMessageStartingWith("The record sequence of a spanner change is no decimal number");
    assertThatThrownBy(() -> SpannerPosition.of(commit, "1", -1))
        .hasMessageStartingWith("The mod number of a spanner change is negative.");
  }
}
