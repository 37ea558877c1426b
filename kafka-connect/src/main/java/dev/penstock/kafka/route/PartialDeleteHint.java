package dev.penstock.kafka.route;

import dev.penstock.kafka.config.SequenceField;
import dev.penstock.kafka.config.SequenceField.Source;
import dev.penstock.kafka.read.SentValue;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * Tells deletes whose old row the source did not log. Under PostgreSQL's REPLICA IDENTITY DEFAULT
 * only the key is logged: nullable columns arrive as null, NOT NULL columns as the schema default
 * or a neutral value of their type. If the sequence field is such a column, the delete ranks below
 * the row it should remove. Immutable.
 */
final class PartialDeleteHint {
  /** For rows whose order no row column decides. */
  static final PartialDeleteHint NEVER = new PartialDeleteHint(List.of(), List.of());

  private final List<Field> sequence;
  private final List<Field> others;

  private PartialDeleteHint(List<Field> sequence, List<Field> others) {
    this.sequence = sequence;
    this.others = others;
  }

  /** The hint for rows of a schema; it never fires when no row column orders the changes. */
  static PartialDeleteHint compile(
      List<SequenceField> fields, Schema row, KeyPlan key, Set<String> metadataFields) {
    Set<Field> excluded = new HashSet<>();
    key.sources().forEach(source -> addPresent(excluded, source.inValue()));
    List<Field> sequence = new ArrayList<>();
    for (SequenceField field : fields) {
      Field column =
          field.source() == Source.VALUE && field.path().size() == 1
              ? row.field(field.path().get(0))
              : null;
      if (column != null && !column.name().startsWith("__")) {
        sequence.add(column);
      }
    }
    excluded.addAll(sequence);
    List<Field> others =
        row.fields().stream()
            .filter(field -> !excluded.contains(field) && !metadataFields.contains(field.name()))
            .filter(field -> !field.name().startsWith("__"))
            .toList();
    return sequence.isEmpty() || others.isEmpty() ? NEVER : new PartialDeleteHint(sequence, others);
  }

  private static void addPresent(Set<Field> fields, @Nullable Field field) {
    if (field != null) {
      fields.add(field);
    }
  }

  /** Whether a deleted row looks as if only its key was logged. */
  boolean fires(Struct row) {
    if (sequence.isEmpty()) {
      return false;
    }
    return areUnlogged(row, sequence) && areUnlogged(row, others);
  }

  private static boolean areUnlogged(Struct row, List<Field> fields) {
    for (Field field : fields) {
      if (!isUnlogged(SentValue.of(row, field), field.schema())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isUnlogged(@Nullable Object value, Schema schema) {
    if (value == null || value.equals(schema.defaultValue())) {
      return true;
    }
    return !schema.isOptional() && schema.defaultValue() == null && isNeutral(value);
  }

  @SuppressWarnings("JavaUtilDate") // Connect's own logical types.
  private static boolean isNeutral(Object value) {
    if (value instanceof Number number) {
      return number.doubleValue() == 0;
    }
    if (value instanceof Date date) {
      return date.getTime() == 0;
    }
    if (value instanceof ByteBuffer bytes) {
      return !bytes.hasRemaining();
    }
    return value.equals(false) || value.equals("") || value.equals(List.of());
  }
}
