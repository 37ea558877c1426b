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
  /** The day on which the quota page was read. */
  public static final LocalDate AS_OF = LocalDate.of(2026, 8, 22);

  /** One AppendRows request, envelope included. */
  public static final Limit APPEND_REQUEST_BYTES =
      new Limit("bytes of one AppendRows request", 20_000_000, "QT-035");

  /** The limit of requests until about 2025, still found in some backends. */
  public static final Limit OLDER_APPEND_REQUEST_BYTES =
      new Limit("bytes of one AppendRows request until 2025", 10_485_760, "WA-067");

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

  /** Clustering columns of a table. */
  public static final Limit CLUSTERING_COLUMNS =
      new Limit("clustering columns of a table", 4, "QT-011");

  /** Metadata updates of one table in ten seconds. */
  public static final Limit TABLE_UPDATES_PER_10_SECONDS =
      new Limit("metadata updates of a table in 10 s", 5, "QT-002");

  /** Sections of a change sequence number. */
  public static final Limit SEQUENCE_SECTIONS =
      new Limit("sections of a change sequence number", 4, "CDC-023");

  /** Seconds after which the service closes a connection without requests. */
  public static final Limit IDLE_CONNECTION_SECONDS =
      new Limit("seconds before an idle connection is closed", 600, "WA-056");

  /** One response of ReadRows. */
  public static final Limit READ_RESPONSE_BYTES =
      new Limit("bytes of one ReadRows response", 128 << 20, "RA-022");

  /** One block of an Avro file. */
  public static final Limit AVRO_BLOCK_BYTES =
      new Limit("bytes of one block of an Avro file", 16_000_000, "QT-016");

  /** All limits, for documentation. */
  public static final List<Limit> ALL =
      List.of(
          APPEND_REQUEST_BYTES,
          OLDER_APPEND_REQUEST_BYTES,
          PRIMARY_KEY_COLUMNS,
          CHANGE_TABLE_COLUMNS,
          TABLE_COLUMNS,
          STRUCT_DEPTH,
          COLUMN_NAME_CHARACTERS,
          CLUSTERING_COLUMNS,
          TABLE_UPDATES_PER_10_SECONDS,
          SEQUENCE_SECTIONS,
          IDLE_CONNECTION_SECONDS,
          READ_RESPONSE_BYTES,
          AVRO_BLOCK_BYTES);

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

  private ServiceLimits() {}

  /**
   * One limit.
   *
   * @param what what is counted, and in which unit
   * @param value the largest number the service takes
   * @param fact the fact that states it
   */
  public record Limit(String what, int value, String fact) {}

  /** Whether a column of this type may belong to a primary key. */
  public static boolean allowsInPrimaryKey(ColumnType type) {
    return PRIMARY_KEY_TYPES.contains(type);
  }
}
