package dev.penstock.local.rows;

import static dev.penstock.local.rows.PhysicalType.quote;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.TableMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The SQL of a table that takes UPSERT and DELETE rows. Its changes lie in a log. Applying the log
 * moves the winner of each key into the base (with its sequence number in a hidden column) or into
 * the tombstones, so that an older UPSERT that comes late stays without effect (CDC-032).
 * Immutable.
 */
final class ChangeTables {
  /** Hidden column of the base and column of the log and the tombstones. */
  static final String SEQUENCE = "\"_CHANGE_SEQUENCE_NUMBER\"";

  private static final String DELETED = "\"_CHANGE_TYPE_DELETE\"";
  private static final String ORDER = "\"_CHANGE_TIMESTAMP_ORDER\"";
  private static final String MILLIS = "\"_CHANGE_TIMESTAMP_MILLIS\"";
  private static final String WINNERS = "penstock_winners";

  private final TableMetadata table;
  private final String base;
  private final String log;
  private final String tombstones;
  private final List<Field> key;

  ChangeTables(TableMetadata table) {
    this.table = table;
    this.base = table.physicalName();
    this.log = base + "_log";
    this.tombstones = base + "_dead";
    this.key =
        table.primaryKey().stream()
            .map(
                name ->
                    table.fields().stream()
                        .filter(field -> field.name().equalsIgnoreCase(name))
                        .findFirst()
                        .orElseThrow())
            .toList();
  }

  String logName() {
    return log;
  }

  /** Turns a plain table into one that takes changes. */
  List<String> create() {
    return List.of(
        "ALTER TABLE " + base + " ADD COLUMN IF NOT EXISTS " + SEQUENCE + " VARCHAR",
        createLog(),
        "CREATE TABLE "
            + tombstones
            + "("
            + PhysicalType.columns(key)
            + ", "
            + SEQUENCE
            + " VARCHAR, "
            + MILLIS
            + " BIGINT)");
  }

  String createLog() {
    return "CREATE OR REPLACE TABLE "
        + log
        + "("
        + PhysicalType.columns(table.fields())
        + ", "
        + DELETED
        + " BOOLEAN, "
        + SEQUENCE
        + " VARCHAR, "
        + ORDER
        + " BIGINT, "
        + MILLIS
        + " BIGINT)";
  }

  /** Sequence number and time of the tombstones. */
  String selectTombstones() {
    return "SELECT " + SEQUENCE + ", " + MILLIS + " FROM " + tombstones;
  }

  List<String> drop() {
    return List.of("DROP TABLE " + log, "DROP TABLE " + tombstones);
  }

  /** Rows, highest order, oldest and newest time of the log. */
  String measureLog() {
    return "SELECT count(*), coalesce(max("
        + ORDER
        + "), 0), coalesce(min("
        + MILLIS
        + "), 0), coalesce(max("
        + MILLIS
        + "), 0) FROM "
        + log;
  }

  /** The base alone, as of the last apply. */
  String baseRelation() {
    return "(SELECT " + PhysicalType.names(table.fields(), "") + " FROM " + base + ")";
  }

  /** The base with the log merged in. */
  String mergedRelation() {
    return "(WITH penstock_latest AS MATERIALIZED ("
        + latest()
        + "), penstock_live AS MATERIALIZED ("
        + live()
        + ") SELECT "
        + PhysicalType.names(table.fields(), "b.")
        + " FROM "
        + base
        + " b WHERE NOT EXISTS (SELECT 1 FROM penstock_live l WHERE "
        + sameKey("l", "b")
        + ") UNION ALL SELECT "
        + PhysicalType.names(table.fields(), "l.")
        + " FROM penstock_live l WHERE NOT l."
        + DELETED
        + ")";
  }

  /** The change of each key that wins over the others in the log (CDC-026, CDC-027). */
  private String latest() {
    return "SELECT * FROM "
        + log
        + " QUALIFY row_number() OVER (PARTITION BY "
        + PhysicalType.names(key, "")
        + " ORDER BY "
        + SEQUENCE
        + " DESC, "
        + ORDER
        + " DESC) = 1";
  }

  /**
   * Those of them that nothing applied before has beaten. Written as joins, because DuckDB turns
   * NOT EXISTS with an inequality into something that takes several times as long.
   */
  private String live() {
    return "SELECT w.* FROM penstock_latest w"
        + notBeatenIn(tombstones, "d")
        + notBeatenIn(base, "b");
  }

  private String notBeatenIn(String relation, String alias) {
    return " ANTI JOIN "
        + relation
        + " "
        + alias
        + " ON "
        + sameKey(alias, "w")
        + " AND "
        + alias
        + "."
        + SEQUENCE
        + " > w."
        + SEQUENCE;
  }

  /** Applies the whole log; tombstones older than the given time go (CDC-034). */
  List<String> apply(long nowMillis, long tombstonesSinceMillis) {
    String keys = PhysicalType.names(key, "");
    String columns = PhysicalType.names(table.fields(), "");
    List<String> statements = new ArrayList<>();
    statements.add(
        "CREATE OR REPLACE TEMP TABLE "
            + WINNERS
            + " AS WITH penstock_latest AS MATERIALIZED ("
            + latest()
            + ") "
            + live());
    statements.add(deleteWinners(base));
    statements.add(
        "INSERT INTO "
            + base
            + "("
            + columns
            + ", "
            + SEQUENCE
            + ") SELECT "
            + columns
            + ", "
            + SEQUENCE
            + " FROM "
            + WINNERS
            + " WHERE NOT "
            + DELETED);
    statements.add(deleteWinners(tombstones));
    statements.add(
        "INSERT INTO "
            + tombstones
            + " SELECT "
            + keys
            + ", "
            + SEQUENCE
            + ", "
            + nowMillis
            + " FROM "
            + WINNERS
            + " WHERE "
            + DELETED);
    statements.add(
        "DELETE FROM " + tombstones + " WHERE " + MILLIS + " < " + tombstonesSinceMillis);
    statements.add(createLog());
    statements.add("DROP TABLE " + WINNERS);
    return statements;
  }

  private String deleteWinners(String target) {
    return "DELETE FROM " + target + " t USING " + WINNERS + " l WHERE " + sameKey("l", "t");
  }

  private String sameKey(String left, String right) {
    return key.stream()
        .map(field -> left + "." + quote(field.name()) + " = " + right + "." + quote(field.name()))
        .collect(Collectors.joining(" AND "));
  }
}
