package dev.penstock.core.sequence.source;

import dev.penstock.core.sequence.TieBreaker;
import java.util.List;

/** The kinds of source positions, what each is read from and becomes. Immutable. */
public enum SourceKind {
  POSTGRESQL(
      "postgresql",
      "postgresql",
      List.of("sequence", "lsn"),
      List.of("LSN of the last commit", "LSN of the change"),
      TieBreaker.CHANGE),
  MYSQL_GTID(
      "mysql-gtid",
      "mysql",
      List.of("gtid", "pos", "row", "snapshot"),
      List.of(
          "place of the server UUID in the given list, from 1", "transaction", "position", "row"),
      TieBreaker.NONE),
  MYSQL_FILE(
      "mysql-file",
      "mysql",
      List.of("file", "pos", "row"),
      List.of("number at the end of the file name", "position", "row"),
      TieBreaker.NONE),
  MARIADB_GTID(
      "mariadb-gtid",
      "mariadb",
      List.of("gtid", "pos", "row", "snapshot"),
      List.of("sequence number of the GTID", "position", "row"),
      TieBreaker.NONE),
  SQLSERVER(
      "sqlserver",
      "sqlserver",
      List.of("commit_lsn", "change_lsn", "event_serial_no", "snapshot"),
      List.of(
          "commit LSN, first 8 bytes",
          "commit LSN, last 2 bytes, and change LSN, first 6 bytes",
          "change LSN, last 4 bytes, and serial number"),
      TieBreaker.NONE),
  ORACLE(
      "oracle",
      "oracle",
      List.of("commit_scn", "scn", "redo_thread", "snapshot"),
      List.of("SCN of the commit", "SCN of the change"),
      TieBreaker.ORDINAL),
  MONGODB(
      "mongodb",
      "mongodb",
      List.of("ts_ms", "ord"),
      List.of("cluster time: seconds in the upper half, ordinal in the lower"),
      TieBreaker.ORDINAL),
  SPANNER(
      "spanner",
      "spanner",
      List.of("ts_ns", "sequence", "mod_number"),
      List.of("commit timestamp in nanoseconds", "record sequence", "number of the modification"),
      TieBreaker.ORDINAL),
  TICDC(
      "ticdc",
      "TiCDC",
      List.of("commit_ts", "cluster_id", "snapshot"),
      List.of("commit timestamp (TSO)"),
      TieBreaker.CHANGE);

  private final String word;
  private final String connector;

  @SuppressWarnings("ImmutableEnumChecker") // Made by List.of alone.
  private final List<String> properties;

  @SuppressWarnings("ImmutableEnumChecker") // Made by List.of alone.
  private final List<String> sections;

  private final TieBreaker tieBreaker;

  SourceKind(
      String word,
      String connector,
      List<String> properties,
      List<String> sections,
      TieBreaker tieBreaker) {
    this.word = word;
    this.connector = connector;
    this.properties = properties;
    this.sections = sections;
    this.tieBreaker = tieBreaker;
  }

  /** The word by which labels and pages name it. */
  public String word() {
    return word;
  }

  /** What the source writes into its property {@code connector}. */
  public String connector() {
    return connector;
  }

  /** The properties that are read. */
  public List<String> properties() {
    return properties;
  }

  /** What each section is, from the left. */
  public List<String> sections() {
    return sections;
  }

  /** What distinguishes changes of one key that share a position; NONE where none can. */
  public TieBreaker tieBreaker() {
    return tieBreaker;
  }
}
