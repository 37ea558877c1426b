package dev.penstock.local.decode;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.decode.RowSchema.RowKind;
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
final class RowDecoder implements RowSchema.Decoder {
  /** CDC-005. */
  private static final int MAX_CHANGED_COLUMNS = 2000;

  private static final Object ABSENT = new Object();

  private final TableMetadata table;
  private final MessageDecoder message;
  private final @Nullable FieldDescriptor changeType;
  private final @Nullable FieldDescriptor changeSequence;
  private final RowCompletion completion;

  private RowDecoder(
      TableMetadata table, WriterSchema schema, boolean strictDeletes, InstantSource clock)
      throws SchemaFaultException {
    this.table = table;
    this.changeType = schema.changeType();
    this.changeSequence = schema.changeSequence();
    List<FieldDescriptor> pseudo = new ArrayList<>();
    for (FieldDescriptor field : new FieldDescriptor[] {changeType, changeSequence}) {
      if (field != null) {
        pseudo.add(text(field));
      }
    }
    this.message = MessageDecoder.bind(schema.descriptor(), table.fields(), pseudo, "");
    this.completion = new RowCompletion(table, message.bound(), strictDeletes, clock);
    completion.checkSchema(changeType != null);
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
  static RowDecoder bind(
      TableMetadata table, WriterSchema schema, boolean strictDeletes, InstantSource clock)
      throws SchemaFaultException {
    return new RowDecoder(table, schema, strictDeletes, clock);
  }

  @Override
  public TableMetadata table() {
    return table;
  }

  @Override
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
        completion.complete(row, missing, change == null ? null : change.delete());
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
    if (table.fields().size() > MAX_CHANGED_COLUMNS) {
      throw new RowFaultException(
          "Table "
              + table.id().legacy()
              + " has "
              + table.fields().size()
              + " columns, and one that takes "
              + type
              + " rows may have at most "
              + MAX_CHANGED_COLUMNS);
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
}
