package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.TableId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a statement answered. Immutable as long as its rows are not changed.
 *
 * <p>Values are Boolean, Long, Double, BigDecimal (NUMERIC, BIGNUMERIC), String (STRING, JSON,
 * GEOGRAPHY, INTERVAL, RANGE in canonical form), byte[], LocalDate, LocalTime, LocalDateTime
 * (DATETIME), Instant (TIMESTAMP), List of elements for an array, and List of field values for a
 * STRUCT.
 *
 * @param statementType the service's name of the statement kind, for example {@code SELECT}
 *     (RT-137)
 * @param schema the columns; empty for a statement without a result
 * @param rows the rows, held in memory up to the engine's limit
 * @param dml what DML did; nothing for other statements
 * @param ddlTarget the table that DDL created, changed or dropped; null for other statements
 * @param ddlOperation what DDL did: CREATE, SKIP, REPLACE or DROP (RT-139); null for other
 *     statements
 * @param cost the bytes that were read
 * @param tableSchema the columns of the table that DML changed or CREATE TABLE AS SELECT made;
 *     empty for other statements
 */
public record SqlResult(
    String statementType,
    List<Field> schema,
    List<List<@Nullable Object>> rows,
    DmlCounts dml,
    @Nullable TableId ddlTarget,
    @Nullable String ddlOperation,
    ScanCost cost,
    List<Field> tableSchema) {
  /** What a statement answered before its bytes are counted. */
  public SqlResult(
      String statementType,
      List<Field> schema,
      List<List<@Nullable Object>> rows,
      DmlCounts dml,
      @Nullable TableId ddlTarget) {
    this(statementType, schema, rows, dml, ddlTarget, null, ScanCost.NONE, List.of());
  }

  /** A statement without rows that created, changed or dropped something. */
  static SqlResult ddl(String statementType, @Nullable TableId target) {
    return new SqlResult(statementType, List.of(), List.of(), DmlCounts.NONE, target);
  }

  /** The same with what it says that it did (RT-139). */
  static SqlResult ddl(String statementType, @Nullable TableId target, String operation) {
    return new SqlResult(
        statementType,
        List.of(),
        List.of(),
        DmlCounts.NONE,
        target,
        operation,
        ScanCost.NONE,
        List.of());
  }

  /** Copies the schema. */
  public SqlResult {
    schema = List.copyOf(schema);
    cost = Objects.requireNonNullElse(cost, ScanCost.NONE);
    // Jobs of an older data directory have none.
    tableSchema = List.copyOf(Objects.requireNonNullElse(tableSchema, List.of()));
  }

  /** The same with the bytes that were read. */
  SqlResult costing(ScanCost read) {
    return new SqlResult(
        statementType, schema, rows, dml, ddlTarget, ddlOperation, read, tableSchema);
  }

  /** The same with the columns of the table that the statement changed or made. */
  SqlResult telling(List<Field> columns) {
    return new SqlResult(statementType, schema, rows, dml, ddlTarget, ddlOperation, cost, columns);
  }

  /** The columns that an answer tells: its own, or those of the table. */
  public List<Field> toldSchema() {
    return schema.isEmpty() ? tableSchema : schema;
  }

  /** The same DDL that found nothing to do. */
  SqlResult skipped() {
    return ddl(statementType, ddlTarget, "SKIP");
  }

  /** How many rows DML inserted, updated or deleted. */
  public long affectedRows() {
    return dml.total();
  }

  /** The same without its rows. */
  public SqlResult withoutRows() {
    return new SqlResult(
        statementType, schema, List.of(), dml, ddlTarget, ddlOperation, cost, tableSchema);
  }
}
