package dev.penstock.kafka.route;

import dev.penstock.kafka.config.SequenceField;
import dev.penstock.kafka.config.SequenceField.Source;
import dev.penstock.kafka.read.SentValue;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** Where a field of a record stands, found once for its schemas. Immutable. */
final class FieldAccess {
  private enum Root {
    ROW,
    ENVELOPE,
    KEY,
    WHOLE_KEY,
    HEADER,
    NOWHERE
  }

  private final Root root;
  private final String header;
  private final Field[] path;

  private FieldAccess(Root root, String header, List<Field> path) {
    this.root = root;
    this.header = header;
    this.path = path.toArray(Field[]::new);
  }

  static FieldAccess compile(
      SequenceField field, @Nullable Schema key, @Nullable Schema row, @Nullable Schema envelope) {
    if (field.source() == Source.HEADER) {
      return new FieldAccess(Root.HEADER, field.path().get(0), List.of());
    }
    if (field.source() == Source.KEY) {
      boolean whole = key != null && key.type().isPrimitive();
      return whole
          ? new FieldAccess(Root.WHOLE_KEY, "", List.of())
          : at(Root.KEY, key, field.path());
    }
    FieldAccess inRow = at(Root.ROW, row, field.path());
    return inRow.root == Root.NOWHERE ? at(Root.ENVELOPE, envelope, field.path()) : inRow;
  }

  private static FieldAccess at(Root root, @Nullable Schema schema, List<String> names) {
    List<Field> path = new ArrayList<>();
    Schema current = schema;
    for (String name : names) {
      Field field =
          current == null || current.type() != Schema.Type.STRUCT ? null : current.field(name);
      if (field == null) {
        return new FieldAccess(Root.NOWHERE, "", List.of());
      }
      path.add(field);
      current = field.schema();
    }
    return new FieldAccess(root, "", path);
  }

  /** The schema of the field; null for headers and for fields that are nowhere. */
  @Nullable Schema schema() {
    return path.length == 0 ? null : path[path.length - 1].schema();
  }

  /** The value in a record; null when absent. */
  @Nullable Object of(SinkRecord record, @Nullable Struct row) {
    return switch (root) {
      case ROW -> walk(row);
      case ENVELOPE -> walk(record.value());
      case KEY -> walk(record.key());
      case WHOLE_KEY -> record.key();
      case HEADER -> {
        Header found = record.headers().lastWithName(header);
        yield found == null ? null : found.value();
      }
      case NOWHERE -> null;
    };
  }

  private @Nullable Object walk(@Nullable Object start) {
    Object current = start;
    for (Field field : path) {
      if (current == null) {
        return null;
      }
      current = SentValue.of((Struct) current, field);
    }
    return current;
  }
}
