package dev.penstock.core.sequence.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers of written-out positions. */
final class GoldenPositionsTest {
  private static final String FIRST = "24bc7850-2c16-11e6-a073-0242ac110002";
  private static final String SECOND = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final PositionReader GTIDS = PositionReader.mysqlGtid(List.of(FIRST, SECOND));

  private static String padded(PositionReader reader, Map<String, String> source) {
    return reader.read(source).toSequence().padded();
  }

  private static String postgres(String sequence) {
    return padded(
        PositionReader.postgres(), Map.of("connector", "postgresql", "sequence", sequence));
  }

  private static Map<String, String> mysql(String gtid, String snapshot) {
    return Map.of(
        "connector",
        "mysql",
        "gtid",
        gtid,
        "file",
        "mysql-bin.000003",
        "pos",
        "1081",
        "row",
        "2",
        "snapshot",
        snapshot);
  }

  @Test
  void postgresIsLastCommitAndChange() {
    assertThat(postgres("[\"16\",\"17\"]")).isEqualTo("0000000000000010/0000000000000011");
    assertThat(postgres("[null,\"16\"]")).isEqualTo("0000000000000000/0000000000000010");
    assertThat(postgres(" [ \"16\" , \"18446744073709551615\" ] "))
        .isEqualTo("0000000000000010/FFFFFFFFFFFFFFFF");
  }

  @Test
  void postgresChecksTheSeparateLsn() {
    assertThat(
            padded(
                PositionReader.postgres(),
                Map.of(
                    "connector",
                    "postgresql",
                    "sequence",
                    "[\"16\",\"17\"]",
                    "lsn",
                    "17",
                    "snapshot",
                    "first")))
        .isEqualTo("0000000000000010/0000000000000011");
  }

  @Test
  void mysqlIsServerTransactionPositionAndRow() {
    assertThat(padded(GTIDS, mysql(FIRST + ":16", "false")))
        .isEqualTo("0000000000000001/0000000000000010/0000000000000439/0000000000000002");
    assertThat(padded(GTIDS, mysql("3E11FA47-71CA-11E1-9E33-C80AA9429562:1", "false")))
        .isEqualTo("0000000000000002/0000000000000001/0000000000000439/0000000000000002");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"true", "first", "first_in_data_collection", "last_in_data_collection", "last"})
  void rowsOfAnInitialSnapshotStandBeforeAllTransactions(String mark) {
    assertThat(padded(GTIDS, mysql(FIRST + ":1-16", mark)))
        .isEqualTo("0000000000000000/0000000000000000/0000000000000000/0000000000000000");
    assertThat(padded(PositionReader.mariaDb(0), Map.of("connector", "mariadb", "snapshot", mark)))
        .isEqualTo("0000000000000000/0000000000000000/0000000000000000");
  }

  @Test
  void mysqlOfOneServerIsFilePositionAndRow() {
    assertThat(padded(PositionReader.mysqlFile(), mysql(FIRST + ":16", "first")))
        .isEqualTo("0000000000000003/0000000000000439/0000000000000002");
  }

  @Test
  void mariaDbIsTransactionPositionAndRow() {
    assertThat(
            padded(
                PositionReader.mariaDb(0),
                Map.of("connector", "mariadb", "gtid", "0-1-270", "pos", "1081", "row", "2")))
        .isEqualTo("000000000000010E/0000000000000439/0000000000000002");
  }

  @Test
  void sqlServerIsTwoLogPositionsAndASerialNumberInARow() {
    assertThat(
            padded(
                PositionReader.sqlServer(),
                Map.of(
                    "connector", "sqlserver",
                    "commit_lsn", "00000027:00000ac0:0003",
                    "change_lsn", "00000027:00000ab8:0002",
                    "event_serial_no", "1",
                    "snapshot", "false")))
        .isEqualTo("0000002700000AC0/0003000000270000/0AB8000200000001");
  }

  @Test
  void sqlServerPutsASnapshotBehindTheCommitAtWhichItWasTaken() {
    Map<String, String> row =
        Map.of(
            "connector", "sqlserver", "commit_lsn", "00000027:00000ac0:0003", "snapshot", "last");

    assertThat(padded(PositionReader.sqlServer(), row))
        .isEqualTo("0000002700000AC0/0003000000000000/0000000000000000");
  }

  @Test
  void oracleIsCommitAndChange() {
    Map<String, String> change =
        Map.of(
            "connector", "oracle", "commit_scn", "2868546", "scn", "2868545", "redo_thread", "1");

    assertThat(padded(PositionReader.oracle(1), change))
        .isEqualTo("00000000002BC542/00000000002BC541");
    assertThat(
            padded(
                PositionReader.oracle(1),
                Map.of("connector", "oracle", "scn", "2868546", "snapshot", "first")))
        .isEqualTo("00000000002BC542/0000000000000000");
  }

  @Test
  void mongoDbIsTheClusterTime() {
    assertThat(
            padded(
                PositionReader.mongoDb(),
                Map.of("connector", "mongodb", "ts_ms", "1700000000000", "ord", "31")))
        .isEqualTo("6553F1000000001F");
  }

  @Test
  void spannerIsCommitRecordAndModification() {
    String expected = "17306D33FB84D440/0000000000000001/0000000000000000";

    assertThat(
            padded(
                PositionReader.spanner(),
                Map.of(
                    "connector", "spanner",
                    "ts_ns", "1670955531785000000",
                    "sequence", "1",
                    "mod_number", "0",
                    "snapshot", "last")))
        .isEqualTo(expected);
    assertThat(
            SpannerPosition.of(Instant.parse("2022-12-13T18:18:51.785Z"), "00000001", 0)
                .toSequence()
                .padded())
        .isEqualTo(expected);
  }

  @Test
  void ticdcIsTheCommitTimestamp() {
    assertThat(
            padded(
                PositionReader.ticdc("default"),
                Map.of(
                    "connector", "TiCDC",
                    "commit_ts", "449574614268182531",
                    "cluster_id", "default",
                    "snapshot", "false")))
        .isEqualTo("063D35BACF7D0003");
  }
}
