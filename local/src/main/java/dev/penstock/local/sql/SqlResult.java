package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.TableId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a statement answered. Immutable as long as its rows are not changed.
 *
 * <p>Values are Boolean, Long, Double, BigDecimal (NUMERIC, BIGNUMERIC), String (STRING, JSON,
 * GEOGRAPHY, INTERVAL in canonical form), byte[], LocalDate, LocalTime, LocalDateTime (DATETIME),
 * Instant (TIMESTAMP), List of elements for an array, and List of field values for a STRUCT.
 *
 * @param statementType the service's name of the statement kind, for example {@code SELECT}
 *     (RT-137)
 * @param schema the columns; empty for a statement without a result
 * @param rows the rows, held in memory up to the engine's limit
 * @param dml what DML did; nothing for other statements
 * @param ddlTarget the table that DDL created, changed or dropped; null for other statements
 */
public record SqlResult(
    String statementType,
    List<Field> schema,
    List<List<@Nullable Object>> rows,
    DmlCounts dml,
    @Nullable TableId ddlTarget) {
  /** A statement without rows that created, changed or dropped something. */
  static SqlResult ddl(String statementType, @Nullable TableId target) {
    return new SqlResult(statementType, List.of(), List.of(), DmlCounts.NONE, target);
  }

  /** Copies the schema. */
  public SqlResult {
    schema = List.copyOf(schema);
  }

  /** How many rows DML inserted, updated or deleted. */
  public long affectedRows() {
    return dml.total();
  }

  /** The same without its rows. */
  public SqlResult withoutRows() {
    return new SqlResult(statementType, schema, List.of(), dml, ddlTarget);
  }
}
