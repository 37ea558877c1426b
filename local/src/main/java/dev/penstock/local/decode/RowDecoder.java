package dev.penstock.local.decode;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.decode.SchemaFaultException.Kind;
import dev.penstock.local.rows.ChangeSequence;
import dev.penstock.local.rows.RowBatch;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes rows of one writer schema for one version of a table. Immutable. */
public final class RowDecoder {
  /** What the rows of a connection are; UPSERT and DELETE never mix with others (CDC-008). */
  public enum RowKind {
    UNDECIDED,
    PLAIN,
    CHANGES,
    /** Those of a stream that takes no others (CDC-001). */
    INSERTS
  }

  private static final Object ABSENT = new Object();

  private final TableMetadata table;
  private final MessageDecoder message;
  private final @Nullable FieldDescriptor changeType;
  private final @Nullable FieldDescriptor changeSequence;
  private final boolean deletesNeedRequiredColumns;
  private final InstantSource clock;
  private final boolean[] key;

  private RowDecoder(
      TableMetadata table, WriterSchema schema, boolean strictDeletes, InstantSource clock)
      throws SchemaFaultException {
    this.table = table;
    this.changeType = schema.changeType();
    this.changeSequence = schema.changeSequence();
    this.deletesNeedRequiredColumns = strictDeletes;
    this.clock = clock;
    List<FieldDescriptor> pseudo = new ArrayList<>();
    for (FieldDescriptor field : new FieldDescriptor[] {changeType, changeSequence}) {
      if (field != null) {
        pseudo.add(text(field));
      }
    }
    this.message = MessageDecoder.bind(schema.descriptor(), table.fields(), pseudo, "");
    this.key = new boolean[table.fields().size()];
    for (int i = 0; i < key.length; i++) {
      String name = table.fields().get(i).name();
      key[i] = table.primaryKey().stream().anyMatch(name::equalsIgnoreCase);
    }
    checkRequired();
  }

  private static FieldDescriptor text(FieldDescriptor field) throws SchemaFaultException {
    if (field.getType() != FieldDescriptor.Type.STRING || field.isRepeated()) {
      throw new SchemaFaultException(
          Kind.INVALID,
          "The proto field mismatched with BigQuery field at "
              + field.getFullName()
              + ", the proto field must be an optional string");
    }
    return field;
  }

  /**
   * Binds a writer schema to a table.
   *
   * @param strictDeletes whether a DELETE must carry the REQUIRED columns outside the key
   * @throws SchemaFaultException if they do not fit
   */
  public static RowDecoder bind(
      TableMetadata table, WriterSchema schema, boolean strictDeletes, InstantSource clock)
      throws SchemaFaultException {
    return new RowDecoder(table, schema, strictDeletes, clock);
  }

  /** WA-107; a schema for deletes may omit what deletes may omit. */
  private void checkRequired() throws SchemaFaultException {
    boolean lenient = changeType != null && !deletesNeedRequiredColumns;
    for (int i = 0; i < table.fields().size(); i++) {
      Field field = table.fields().get(i);
      boolean needed =
          field.mode() == Mode.REQUIRED
              && !message.isBound(i)
              && field.defaultValueExpression() == null;
      if (needed && (key[i] || !lenient)) {
        throw new SchemaFaultException(
            Kind.INVALID,
            "The required field " + field.name() + " is missing in the proto message");
      }
    }
  }

  /** The table version that rows are decoded for. */
  public TableMetadata table() {
    return table;
  }

  /**
   * Decodes the rows of a request.
   *
   * @param mode what the connection's earlier rows were
   */
  public DecodedRows decode(List<ByteString> serialized, MissingValues missing, RowKind mode) {
    List<@Nullable Object[]> rows = new ArrayList<>(serialized.size());
    List<RowBatch.Change> changes = new ArrayList<>();
    List<DecodedRows.Fault> faults = new ArrayList<>();
    RowKind expected = mode == RowKind.INSERTS ? RowKind.PLAIN : mode;
    for (int i = 0; i < serialized.size(); i++) {
      try {
        Map<Integer, Object> pseudo = pseudoColumns();
        @Nullable Object[] row = message.decode(serialized.get(i), pseudo, true);
        RowBatch.Change change = change(pseudo, mode);
        RowKind actual = change == null ? RowKind.PLAIN : RowKind.CHANGES;
        if (expected != RowKind.UNDECIDED && expected != actual) {
          throw new RowFaultException("The given value is not a valid CHANGE_TYPE");
        }
        expected = actual;
        complete(row, missing, change != null && change.delete(), change != null);
        rows.add(row);
        if (change != null) {
          changes.add(change);
        }
      } catch (RowFaultException e) {
        faults.add(new DecodedRows.Fault(i, String.valueOf(e.getMessage())));
      } catch (IOException e) {
        faults.add(new DecodedRows.Fault(i, "The row cannot be parsed with the writer schema."));
      }
    }
    return new DecodedRows(rows, expected == RowKind.CHANGES ? changes : null, faults);
  }

  private Map<Integer, Object> pseudoColumns() {
    if (changeType == null && changeSequence == null) {
      return Map.of();
    }
    Map<Integer, Object> wanted = new HashMap<>();
    if (changeType != null) {
      wanted.put(changeType.getNumber(), ABSENT);
    }
    if (changeSequence != null) {
      wanted.put(changeSequence.getNumber(), ABSENT);
    }
    return wanted;
  }

  private RowBatch.@Nullable Change change(Map<Integer, Object> pseudo, RowKind mode)
      throws RowFaultException {
    String type = text(pseudo, changeType);
    if (type == null || type.equals("INSERT")) {
      return null;
    }
    if (!type.equals("UPSERT") && !type.equals("DELETE")) {
      throw new RowFaultException("The given value is not a valid CHANGE_TYPE: " + type);
    }
    if (mode == RowKind.INSERTS) {
      throw new RowFaultException(
          "The given value is not a valid CHANGE_TYPE in insert mode: " + type);
    }
    if (table.primaryKey().isEmpty()) {
      throw new RowFaultException(
          "The given value is not a valid CHANGE_TYPE: "
              + type
              + " needs a primary key, and table "
              + table.id().legacy()
              + " has none");
    }
    String sent = text(pseudo, changeSequence);
    if (sent == null) {
      return new RowBatch.Change(type.equals("DELETE"), "", null);
    }
    String sequence =
        ChangeSequence.comparable(sent)
            .orElseThrow(
                () ->
                    new RowFaultException(
                        "The given value is not a valid CHANGE_SEQUENCE_NUMBER: " + sent));
    return new RowBatch.Change(type.equals("DELETE"), sequence, sent);
  }

  /** The value of a pseudo-column; null when the row or the schema lacks it. */
  private static @Nullable String text(
      Map<Integer, Object> pseudo, @Nullable FieldDescriptor field) {
    return field != null && pseudo.get(field.getNumber()) instanceof String text ? text : null;
  }

  /** Fills what the row lacks and checks what it must have. */
  private void complete(
      @Nullable Object[] row, MissingValues missing, boolean delete, boolean change)
      throws RowFaultException {
    for (int i = 0; i < row.length; i++) {
      Field field = table.fields().get(i);
      if (row[i] == null && (!message.isBound(i) || missing.isDefault(field.name()))) {
        row[i] = ColumnDefault.value(field, clock);
      }
      if (row[i] != null) {
        continue;
      }
      if (change && key[i]) {
        throw new RowFaultException("Primary key column " + field.name() + " is NULL.");
      }
      boolean needed = !delete || deletesNeedRequiredColumns;
      if (field.mode() == Mode.REQUIRED && needed) {
        throw missing(field);
      }
    }
  }

  static RowFaultException missing(Field field) {
    return new RowFaultException("Field " + field.name() + " is required but it was missing.");
  }
}
