package dev.penstock.kafka.route;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.kafka.config.ChangeOptions;
import dev.penstock.kafka.read.ConnectReaders;
import dev.penstock.kafka.route.KeyPlan.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Finds the key columns of a table and where records carry them: the configuration decides, then a
 * struct key, then the key of the existing table. One owner thread.
 */
final class KeyPlanner {
  /** A plan, or why there is none. */
  sealed interface Outcome {
    record Planned(KeyPlan plan) implements Outcome {}

    record Refused(Decision.Refuse refusal) implements Outcome {}
  }

  private final Destination destination;
  private final ChangeOptions changes;
  private final Function<List<String>, TablePolicy> policies;
  private final ConnectReaders readers;
  private final LiveTables tables;

  KeyPlanner(
      Destination destination,
      ChangeOptions changes,
      Function<List<String>, TablePolicy> policies,
      ConnectReaders readers,
      LiveTables tables) {
    this.destination = destination;
    this.changes = changes;
    this.policies = policies;
    this.readers = readers;
    this.tables = tables;
  }

  /**
   * Plans the key for a pair of schemas.
   *
   * @param key null when records have no key
   * @param row the columns of the value, metadata included; null for a tombstone
   */
  Outcome plan(@Nullable Schema key, @Nullable Schema row) {
    List<String> columns = columns(key);
    if (columns.isEmpty()) {
      return refused(
          null,
          key == null
              ? "The record has no key, and no primary key is known for " + destination + "."
              : "The record key is a plain "
                  + key.type()
                  + " without a name, and no primary key is known for "
                  + destination
                  + ".");
    }
    boolean wholeKey = key != null && key.type() != Schema.Type.STRUCT;
    if (key != null && wholeKey && columns.size() > 1) {
      return refused(
          null,
          "The record key is a plain "
              + key.type()
              + ", but the primary key of "
              + destination
              + " has "
              + columns.size()
              + " columns.");
    }
    List<Source> sources = new ArrayList<>();
    for (String column : columns) {
      Field inKey = wholeKey ? null : findField(key, column);
      Field inValue = findField(row, column);
      if (!wholeKey && inKey == null && inValue == null) {
        return refused(
            column,
            "Primary key column '" + column + "' of " + destination + " is not in the record.");
      }
      sources.add(new Source(column, wholeKey, inKey, inValue));
    }
    return new Outcome.Planned(new KeyPlan(sources));
  }

  private List<String> columns(@Nullable Schema key) {
    List<String> configured = changes.primaryKeyOf(destination.table());
    if (!configured.isEmpty()) {
      return configured;
    }
    if (key != null && key.type() == Schema.Type.STRUCT) {
      return key.fields().stream().map(field -> readers.columnName(field.name())).toList();
    }
    return tables.primaryKeyOf(destination, policies.apply(List.of()));
  }

  private @Nullable Field findField(@Nullable Schema schema, String column) {
    if (schema != null && schema.type() == Schema.Type.STRUCT) {
      for (Field field : schema.fields()) {
        if (readers.columnName(field.name()).equalsIgnoreCase(column)) {
          return field;
        }
      }
    }
    return null;
  }

  private static Outcome refused(@Nullable String column, String message) {
    return new Outcome.Refused(
        new Decision.Refuse(
            ErrorCode.ROW_INVALID,
            column,
            message
                + " Name the key columns in cdcPrimaryKeyFields, or give records a key with the"
                + " ValueToKey transform.",
            null));
  }
}
