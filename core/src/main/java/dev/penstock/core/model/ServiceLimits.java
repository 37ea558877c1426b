package dev.penstock.core.model;

import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The limits of the service that the engine relies on, each with the fact that states it.
 * Immutable.
 *
 * @see <a href="https://cloud.google.com/bigquery/quotas">Quotas and limits</a>
 */
public final class ServiceLimits {
  /** The page that most of them come from. */
  public static final String SOURCE = "https://cloud.google.com/bigquery/quotas";

  /** The day on which that page was read. */
  public static final LocalDate AS_OF = LocalDate.of(2026, 8, 22);

  /** One AppendRows request, envelope included. */
  public static final Limit APPEND_REQUEST_BYTES =
      new Limit("bytes of one AppendRows request", 20_000_000, "QT-035");

  /** The limit of requests until about 2025, still found in some backends. */
  public static final Limit OLDER_APPEND_REQUEST_BYTES =
      new Limit("bytes of one AppendRows request until 2025", 10_485_760, "WA-067");

  /** Sections of a change sequence number. */
  public static final Limit SEQUENCE_SECTIONS =
      new Limit("sections of a change sequence number", 4, "CDC-023");

  /** One response of ReadRows. */
  public static final Limit READ_RESPONSE_BYTES =
      new Limit("bytes of one ReadRows response", 128 << 20, "RA-022");

  /** Seconds after which the service closes a connection without requests. */
  public static final Limit IDLE_CONNECTION_SECONDS =
      new Limit("seconds before an idle connection is closed", 600, "WA-056");

  /** Connections open at once; of a project in one region. */
  public static final Limit CONNECTIONS =
      new Limit("append connections of a region", 5_000, "QT-031");

  /** The same where the region is US or EU. */
  public static final Limit MULTI_REGION_CONNECTIONS =
      new Limit("append connections of US or EU", 20_000, "QT-031");

  /** Write streams made in an hour; by a project in one region. */
  public static final Limit WRITE_STREAMS_PER_HOUR =
      new Limit("write streams made in an hour", 10_000, "QT-033");

  /** Write streams of one BatchCommitWriteStreams. */
  public static final Limit STREAMS_PER_COMMIT =
      new Limit("write streams of one commit", 10_000, "QT-034");

  /** Bytes of the streams of one commit. The terabytes of quotas are read as the smaller ones. */
  public static final Limit COMMIT_BYTES =
      new Limit("bytes of one commit", 1_000_000_000_000L, "QT-034");

  /** The same where the region is US or EU. */
  public static final Limit MULTI_REGION_COMMIT_BYTES =
      new Limit("bytes of one commit in US or EU", 10_000_000_000_000L, "QT-034");

  /** Columns of a primary key. */
  public static final Limit PRIMARY_KEY_COLUMNS =
      new Limit("columns of a primary key", 16, "CDC-003");

  /** Top-level columns of a table that takes changes. */
  public static final Limit CHANGE_TABLE_COLUMNS =
      new Limit("top-level columns of a table that takes changes", 2_000, "CDC-005");

  /** Columns of a table, nested ones counted. */
  public static final Limit TABLE_COLUMNS = new Limit("columns of a table", 10_000, "QT-007");

  /** Levels of nesting, every part of a column's path counted. */
  public static final Limit STRUCT_DEPTH = new Limit("levels of nesting", 15, "WA-123");

  /** Characters of a column name. */
  public static final Limit COLUMN_NAME_CHARACTERS =
      new Limit("characters of a column name", 300, "QT-009");

  /** Characters of the description of a column. */
  public static final Limit COLUMN_DESCRIPTION_CHARACTERS =
      new Limit("characters of the description of a column", 1_024, "QT-009");

  /** Characters of the description of a table. */
  public static final Limit TABLE_DESCRIPTION_CHARACTERS =
      new Limit("characters of the description of a table", 16_384, "QT-009");

  /** Labels of a table. */
  public static final Limit TABLE_LABELS = new Limit("labels of a table", 64, "RT-033");

  /** Characters of the key of a label, and of its value. */
  public static final Limit LABEL_CHARACTERS =
      new Limit("characters of the key or value of a label", 63, "RT-033");

  /** Clustering columns of a table. */
  public static final Limit CLUSTERING_COLUMNS =
      new Limit("clustering columns of a table", 4, "QT-011");

  /** Partitions of a table. */
  public static final Limit PARTITIONS = new Limit("partitions of a table", 10_000, "QT-004");

  /** Partitions that one job may change. */
  public static final Limit PARTITIONS_PER_JOB =
      new Limit("partitions that one job changes", 4_000, "QT-004");

  /** Ranges of a table that is partitioned by an integer. */
  public static final Limit PARTITION_RANGES =
      new Limit("ranges of an integer partitioning", 10_000, "QT-006");

  /** Metadata updates of one table in ten seconds. */
  public static final Limit TABLE_UPDATES_PER_10_SECONDS =
      new Limit("metadata updates of a table in 10 s", 5, "QT-002");

  /** Jobs that change one table in a day: loads, copies and queries, failed ones counted. */
  public static final Limit TABLE_MODIFICATIONS_PER_DAY =
      new Limit("jobs that change a table in a day", 1_500, "QT-001");

  /** One block of an Avro file. */
  public static final Limit AVRO_BLOCK_BYTES =
      new Limit("bytes of one block of an Avro file", 16_000_000, "QT-016");

  /** One row of a CSV or JSON file. */
  public static final Limit LOAD_ROW_BYTES =
      new Limit("bytes of one row of a CSV or JSON file", 100_000_000, "QT-016");

  /** Source URIs of one load job. */
  public static final Limit LOAD_SOURCE_URIS =
      new Limit("source URIs of a load job", 10_000, "QT-015");

  /** Files of one load job, those counted that a URI with an asterisk stands for. */
  public static final Limit LOAD_FILES = new Limit("files of a load job", 10_000_000, "QT-015");

  /** Bytes of one load job. */
  public static final Limit LOAD_BYTES =
      new Limit("bytes of a load job", 15_000_000_000_000L, "QT-015");

  /** How long a load job may run. */
  public static final Limit LOAD_SECONDS =
      new Limit("seconds that a load job runs", 21_600, "QT-015");

  /** Load jobs of one table in a day, failed ones counted. */
  public static final Limit TABLE_LOADS_PER_DAY =
      new Limit("load jobs of a table in a day", 1_500, "QT-014");

  /** Load jobs of one project in a day, failed ones counted. */
  public static final Limit PROJECT_LOADS_PER_DAY =
      new Limit("load jobs of a project in a day", 100_000, "QT-014");

  /** Source tables of one copy job. */
  public static final Limit COPY_SOURCES =
      new Limit("source tables of a copy job", 1_200, "QT-017");

  /** Copy jobs of one project in a day. */
  public static final Limit PROJECT_COPIES_PER_DAY =
      new Limit("copy jobs of a project in a day", 100_000, "QT-017");

  /** Jobs of a project and region that wait or run; about. */
  public static final Limit PENDING_JOBS =
      new Limit("jobs of a project and region that wait or run", 50_000, "QT-024");

  /** Interactive queries of a project and region that wait. */
  public static final Limit QUEUED_QUERIES =
      new Limit("interactive queries of a project and region that wait", 1_000, "QT-018");

  /** How long a query may run. */
  public static final Limit QUERY_SECONDS =
      new Limit("seconds that a query runs", 21_600, "QT-019");

  /** All limits, for documentation. */
  public static final List<Limit> ALL =
      List.of(
          APPEND_REQUEST_BYTES,
          OLDER_APPEND_REQUEST_BYTES,
          SEQUENCE_SECTIONS,
          READ_RESPONSE_BYTES,
          IDLE_CONNECTION_SECONDS,
          CONNECTIONS,
          MULTI_REGION_CONNECTIONS,
          WRITE_STREAMS_PER_HOUR,
          STREAMS_PER_COMMIT,
          COMMIT_BYTES,
          MULTI_REGION_COMMIT_BYTES,
          PRIMARY_KEY_COLUMNS,
          CHANGE_TABLE_COLUMNS,
          TABLE_COLUMNS,
          STRUCT_DEPTH,
          COLUMN_NAME_CHARACTERS,
          COLUMN_DESCRIPTION_CHARACTERS,
          TABLE_DESCRIPTION_CHARACTERS,
          TABLE_LABELS,
          LABEL_CHARACTERS,
          CLUSTERING_COLUMNS,
          PARTITIONS,
          PARTITIONS_PER_JOB,
          PARTITION_RANGES,
          TABLE_UPDATES_PER_10_SECONDS,
          TABLE_MODIFICATIONS_PER_DAY,
          AVRO_BLOCK_BYTES,
          LOAD_ROW_BYTES,
          LOAD_SOURCE_URIS,
          LOAD_FILES,
          LOAD_BYTES,
          LOAD_SECONDS,
          TABLE_LOADS_PER_DAY,
          PROJECT_LOADS_PER_DAY,
          COPY_SOURCES,
          PROJECT_COPIES_PER_DAY,
          PENDING_JOBS,
          QUEUED_QUERIES,
          QUERY_SECONDS);

  private static final Set<ColumnType> PRIMARY_KEY_TYPES =
      EnumSet.of(
          ColumnType.BIGNUMERIC,
          ColumnType.BOOL,
          ColumnType.DATE,
          ColumnType.DATETIME,
          ColumnType.INT64,
          ColumnType.NUMERIC,
          ColumnType.STRING,
          ColumnType.TIMESTAMP);

  private static final Set<ColumnType> CLUSTERING_TYPES =
      EnumSet.of(
          ColumnType.BOOL,
          ColumnType.INT64,
          ColumnType.NUMERIC,
          ColumnType.BIGNUMERIC,
          ColumnType.STRING,
          ColumnType.DATE,
          ColumnType.DATETIME,
          ColumnType.TIMESTAMP,
          ColumnType.GEOGRAPHY,
          ColumnType.RANGE);

  private ServiceLimits() {}

  /**
   * One limit.
   *
   * @param what what is counted, and in which unit
   * @param value the largest number the service takes
   * @param fact the fact that states it
   */
  public record Limit(String what, long value, String fact) {
    /** The value of a limit that is small enough. */
    public int intValue() {
      return Math.toIntExact(value);
    }
  }

  /** Whether a table may be clustered by a column (RT-027). */
  public static boolean allowsInClustering(Column column) {
    return column.mode() != ColumnMode.REPEATED && CLUSTERING_TYPES.contains(column.type());
  }

  /** Whether a column of this type may belong to a primary key. */
  public static boolean allowsInPrimaryKey(ColumnType type) {
    return PRIMARY_KEY_TYPES.contains(type);
  }
}
