package dev.penstock.kafka.route;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.kafka.config.Choices.RowPolicy;
import dev.penstock.kafka.read.ColumnsReader;
import dev.penstock.kafka.read.ConnectReaders;
import dev.penstock.kafka.read.StructReader;
import dev.penstock.kafka.read.UnavailableValue.Policy;
import dev.penstock.kafka.route.KeyPlan.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * The columns of rows of one pair of key and value schemas: the value's fields without metadata,
 * then key fields that the value lacks. One owner thread.
 */
final class RowShape {
  private final SourceSchema schema;
  private final @Nullable StructReader value;
  private final @Nullable ColumnsReader key;
  private final RowReader row;

  private RowShape(@Nullable StructReader value, @Nullable ColumnsReader key) {
    this.value = value;
    this.key = key;
    List<SourceField> fields = new ArrayList<>();
    if (value != null) {
      fields.addAll(value.fields());
    }
    if (key != null) {
      fields.addAll(key.fields());
    }
    this.schema = new SourceSchema(fields);
    this.row = compose(value, key);
  }

  private static RowReader compose(@Nullable StructReader value, @Nullable ColumnsReader key) {
    if (value != null && key != null) {
      return new ComposedReader(value, key);
    }
    RowReader only = value != null ? value : key;
    if (only == null) {
      throw new IllegalArgumentException("neither value nor key");
    }
    return only;
  }

  /** The shape of rows with a value. */
  static RowShape ofValue(
      Schema value,
      @Nullable Schema key,
      KeyPlan plan,
      Set<String> metadataFields,
      ConnectReaders readers) {
    StructReader reader = readers.reader(value, field -> !metadataFields.contains(field.name()));
    List<Source> onlyInKey =
        plan.sources().stream().filter(source -> source.inValue() == null).toList();
    return new RowShape(
        reader, key == null || onlyInKey.isEmpty() ? null : keyReader(key, onlyInKey, readers));
  }

  /** The shape of rows that are a key and nothing else. */
  static RowShape ofKey(Schema key, KeyPlan plan, ConnectReaders readers) {
    return new RowShape(null, keyReader(key, plan.sources(), readers));
  }

  private static ColumnsReader keyReader(Schema key, List<Source> sources, ConnectReaders readers) {
    if (key.type() != Schema.Type.STRUCT) {
      return readers.scalarReader(sources.get(0).column(), key);
    }
    Set<Field> fields = sources.stream().map(Source::inKey).collect(Collectors.toSet());
    return readers.reader(key, fields::contains);
  }

  SourceSchema schema() {
    return schema;
  }

  /** The reader of a row; valid until the next call. */
  RowReader read(@Nullable Struct nextValue, @Nullable Object nextKey) {
    if (value != null && nextValue != null) {
      value.read(nextValue);
    }
    if (key != null && nextKey != null) {
      key.on(nextKey);
    }
    return row;
  }

  /** Finds a column of the row read last that must not be written; null when there is none. */
  @Nullable String findUnavailable() {
    return value == null ? null : value.findUnavailable();
  }

  /** The refusal of a row whose column the source did not log. */
  static Decision.Refuse refuseUnavailable(String column, ConnectReaders readers) {
    return new Decision.Refuse(
        ErrorCode.ROW_INVALID,
        column,
        "Column '"
            + column
            + "' holds Debezium's placeholder for a large value that did not change, and writing it"
            + " would destroy the stored value. Set REPLICA IDENTITY FULL on the source table, or"
            + " use Debezium's ReselectColumnsPostProcessor, or set cdcUnavailableValue to NULL or"
            + " PASS.",
        readers.unavailablePolicy() == Policy.DLQ ? RowPolicy.DLQ : RowPolicy.FAIL);
  }
}
