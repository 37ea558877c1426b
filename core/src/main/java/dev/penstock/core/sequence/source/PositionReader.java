package dev.penstock.core.sequence.source;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads the position of a change from what the source writes beside it: the {@code source} block of
 * Debezium and TiCDC, values as texts. Nothing is guessed: what has no sound order is refused.
 * Immutable.
 */
public final class PositionReader {
  private final SourceKind kind;
  private final Function<SourceProperties, SourcePosition> rule;

  private PositionReader(SourceKind kind, Function<SourceProperties, SourcePosition> rule) {
    this.kind = kind;
    this.rule = rule;
  }

  /** Changes of PostgreSQL, by log position. */
  public static PositionReader postgres() {
    return new PositionReader(SourceKind.POSTGRESQL, PostgresPosition::read);
  }

  /**
   * Changes of MySQL, by global transaction id.
   *
   * @param uuids the servers in the order in which they took over. A new one comes to the end
   *     before its first change; no change of an older one may follow it
   * @throws dev.penstock.core.error.IngestException INVALID_OPTION when one is no UUID or comes
   *     twice
   */
  public static PositionReader mysqlGtid(List<String> uuids) {
    return new PositionReader(SourceKind.MYSQL_GTID, new GtidPosition.Servers(uuids)::read);
  }

  /** Changes of one MySQL server, by place in its binlog. */
  public static PositionReader mysqlFile() {
    return new PositionReader(SourceKind.MYSQL_FILE, BinlogPosition::read);
  }

  /** Changes of one replication domain of MariaDB, by global transaction id. */
  public static PositionReader mariaDb(long domain) {
    return new PositionReader(
        SourceKind.MARIADB_GTID, source -> MariaDbPosition.read(source, domain));
  }

  /** Changes of SQL Server, by log position. */
  public static PositionReader sqlServer() {
    return new PositionReader(SourceKind.SQLSERVER, SqlServerPosition::read);
  }

  /**
   * Changes of Oracle, by system change number.
   *
   * @param redoThread the one thread that changes come from, 1 for a database of one instance
   */
  public static PositionReader oracle(int redoThread) {
    return new PositionReader(SourceKind.ORACLE, source -> OraclePosition.read(source, redoThread));
  }

  /** Changes of MongoDB, by cluster time. */
  public static PositionReader mongoDb() {
    return new PositionReader(SourceKind.MONGODB, MongoPosition::read);
  }

  /** Changes of Spanner, by commit timestamp. */
  public static PositionReader spanner() {
    return new PositionReader(SourceKind.SPANNER, SpannerPosition::read);
  }

  /**
   * Changes of one TiDB cluster, by commit timestamp.
   *
   * @param clusterId the id that TiCDC writes, {@code default} unless set
   * @throws dev.penstock.core.error.IngestException INVALID_OPTION when it cannot be an id
   */
  public static PositionReader ticdc(String clusterId) {
    return new PositionReader(SourceKind.TICDC, new TicdcPosition.Cluster(clusterId)::read);
  }

  /** Which positions it reads. */
  public SourceKind kind() {
    return kind;
  }

  /**
   * The position of a change.
   *
   * @param source the properties of the source; others than the kind's are ignored
   * @throws dev.penstock.core.error.IngestException SEQUENCE_INVALID when it has none; the message
   *     names the property and shows no value
   */
  public SourcePosition read(Map<String, String> source) {
    return rule.apply(new SourceProperties(kind, source));
  }
}
