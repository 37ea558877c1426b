package dev.penstock.kafka.route;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.kafka.read.SentValue;
import java.math.BigDecimal;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** Where the values of the key columns stand, for one pair of schemas. Immutable. */
final class KeyPlan {

  /**
   * One key column.
   *
   * @param wholeKey whether the record key as a whole is the value
   * @param inKey the field of the record key; null when it has none
   * @param inValue the field of the row; null when it has none
   */
  record Source(String column, boolean wholeKey, @Nullable Field inKey, @Nullable Field inValue) {
    boolean isInKey() {
      return wholeKey || inKey != null;
    }

    @Nullable Object ofKey(@Nullable Object key) {
      if (key == null || !isInKey()) {
        return null;
      }
      return inKey == null ? key : SentValue.of((Struct) key, inKey);
    }

    @Nullable Object ofRow(Struct row) {
      return inValue == null ? null : SentValue.of(row, inValue);
    }
  }

  private final Source[] sources;

  KeyPlan(List<Source> sources) {
    this.sources = sources.toArray(Source[]::new);
  }

  List<String> columns() {
    return List.of(sources).stream().map(Source::column).toList();
  }

  List<Source> sources() {
    return List.of(sources);
  }

  /** Whether every key column can be taken from the record key alone. */
  boolean isWholeInKey() {
    for (Source source : sources) {
      if (!source.isInKey()) {
        return false;
      }
    }
    return true;
  }

  /** Whether the row lacks a key value that the record key has; only deletes may. */
  boolean isOnlyInKey(SinkRecord record, Struct row) {
    for (Source source : sources) {
      if (source.inValue() != null
          && source.ofRow(row) == null
          && source.ofKey(record.key()) != null) {
        return true;
      }
    }
    return false;
  }

  /** Why the key of a row cannot be used; null when it can. */
  Decision.@Nullable Refuse check(SinkRecord record, Struct row) {
    for (Source source : sources) {
      Object ofKey = source.ofKey(record.key());
      Object ofRow = source.ofRow(row);
      if (source.inValue() == null ? ofKey == null : ofRow == null) {
        return absent(source.column());
      }
      if (ofKey != null && ofRow != null && !isSame(ofKey, ofRow)) {
        return new Decision.Refuse(
            ErrorCode.ROW_INVALID,
            source.column(),
            "Key column '"
                + source.column()
                + "' differs between record key and value: the row would replace another one."
                + " Correct the transforms that make the key.",
            null);
      }
    }
    return null;
  }

  /**
   * Why an update cannot be written that gives a row another key: the row under the old key would
   * stay. Null when the key is the same, or the old row is not known.
   */
  Decision.@Nullable Refuse checkUnchanged(@Nullable Struct before, Struct after) {
    if (before == null) {
      return null;
    }
    for (Source source : sources) {
      Object old = source.ofRow(before);
      Object current = source.ofRow(after);
      if (old != null && current != null && !isSame(old, current)) {
        return new Decision.Refuse(
            ErrorCode.ROW_INVALID,
            source.column(),
            "The update changes key column '"
                + source.column()
                + "', and the row under the old key would stay. Name columns in"
                + " cdcPrimaryKeyFields that never change for a row, such as the source's primary"
                + " key, whose changes Debezium sends as a delete and an insert.",
            null);
      }
    }
    return null;
  }

  /** Why a record key alone cannot be used; null when it can. */
  Decision.@Nullable Refuse checkKeyAlone(SinkRecord record) {
    for (Source source : sources) {
      if (source.ofKey(record.key()) == null) {
        return absent(source.column());
      }
    }
    return null;
  }

  private static Decision.Refuse absent(String column) {
    return new Decision.Refuse(
        ErrorCode.ROW_INVALID,
        column,
        "Key column '"
            + column
            + "' is null, and BigQuery finds no row by a null key. Make the column NOT NULL at the"
            + " source, or name other columns in cdcPrimaryKeyFields.",
        null);
  }

  private static boolean isSame(Object key, Object value) {
    if (key.equals(value)) {
      return true;
    }
    if (key instanceof BigDecimal one && value instanceof BigDecimal other) {
      return one.compareTo(other) == 0;
    }
    return (isInteger(key) && isInteger(value))
        ? ((Number) key).longValue() == ((Number) value).longValue()
        : key.toString().equals(value.toString());
  }

  private static boolean isInteger(Object value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte;
  }
}
