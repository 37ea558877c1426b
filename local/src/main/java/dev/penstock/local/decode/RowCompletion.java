package dev.penstock.local.decode;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.decode.SchemaFaultException.Kind;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Fills what rows lack and checks what they must have. Immutable. */
final class RowCompletion {
  private final TableMetadata table;
  private final boolean[] bound;
  private final boolean[] key;
  private final boolean deletesNeedRequired;
  private final InstantSource clock;
  private final PartitionRange range;

  /**
   * For rows of a schema.
   *
   * @param bound which columns the schema has
   */
  RowCompletion(
      TableMetadata table, boolean[] bound, boolean deletesNeedRequired, InstantSource clock) {
    this.table = table;
    this.bound = bound.clone();
    this.deletesNeedRequired = deletesNeedRequired;
    this.clock = clock;
    this.range = PartitionRange.of(table, clock);
    this.key = new boolean[bound.length];
    for (int i = 0; i < key.length; i++) {
      String name = table.fields().get(i).name();
      key[i] = table.primaryKey().stream().anyMatch(name::equalsIgnoreCase);
    }
  }

  /**
   * Refuses a schema that lacks REQUIRED columns (WA-107).
   *
   * @param mayDelete whether it is for deletes too, and may omit what they may omit
   */
  void checkSchema(boolean mayDelete) throws SchemaFaultException {
    boolean lenient = mayDelete && !deletesNeedRequired;
    for (int i = 0; i < bound.length; i++) {
      Field field = table.fields().get(i);
      boolean needed =
          field.mode() == Mode.REQUIRED && !bound[i] && field.defaultValueExpression() == null;
      if (needed && (key[i] || !lenient)) {
        throw new SchemaFaultException(
            Kind.INVALID,
            "The required field " + field.name() + " is missing in the proto message");
      }
    }
  }

  /** Completes a row; {@code change} is null for a plain one, else whether it is a DELETE. */
  void complete(@Nullable Object[] row, MissingValues missing, @Nullable Boolean change)
      throws RowFaultException {
    boolean delete = Boolean.TRUE.equals(change);
    for (int i = 0; i < row.length; i++) {
      Field field = table.fields().get(i);
      if (row[i] == null && (!bound[i] || missing.isDefault(field.name()))) {
        row[i] = ColumnDefault.value(field, clock);
      }
      if (row[i] != null) {
        continue;
      }
      if (change != null && key[i]) {
        throw new RowFaultException("Primary key column " + field.name() + " is NULL.");
      }
      boolean needed = !delete || deletesNeedRequired;
      if (field.mode() == Mode.REQUIRED && needed) {
        throw missing(field);
      }
    }
    range.check(row);
  }

  static RowFaultException missing(Field field) {
    return new RowFaultException("Field " + field.name() + " is required but it was missing.");
  }
}
