package dev.penstock.core.reader;

import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.error.ErrorCode;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/** Records whose fields pair with the schema's by position. One owner thread. */
final class AvroRecords implements AvroContainer {
  private final String path;
  private final List<AvroForm> forms;
  private final int size;
  private final AvroReader reader;

  /** The schema of the records so far, which mostly have one. */
  private @Nullable Schema checked;

  /**
   * Records of one schema.
   *
   * @param path of the field from the root; empty for the root itself
   */
  AvroRecords(String path, List<AvroForm> forms) {
    this.path = path;
    this.forms = forms;
    this.size = forms.size();
    this.reader = AvroReader.ofFields(forms.toArray(AvroForm[]::new));
  }

  List<SourceField> fields() {
    return forms.stream().map(AvroForm::field).toList();
  }

  @Override
  public AvroReader on(Object value) {
    if (value instanceof IndexedRecord record) {
      return on(record);
    }
    throw AvroForm.mismatch(path, "a record", value);
  }

  @SuppressWarnings("ReferenceEquality") // To compare schemas takes longer than the check.
  AvroReader on(IndexedRecord record) {
    Schema schema = record.getSchema();
    if (schema != checked) {
      check(schema);
      checked = schema;
    }
    for (int i = 0; i < size; i++) {
      reader.set(i, record.get(i));
    }
    return reader;
  }

  private void check(Schema schema) {
    int present = schema.getFields().size();
    if (present < size) {
      throw new RowFaultException(
          new RowFault(
              ErrorCode.ROW_INVALID,
              path.isEmpty() ? null : path,
              "The record "
                  + schema.getFullName()
                  + (path.isEmpty() ? "" : " in field '" + path + "'")
                  + " has "
                  + present
                  + " fields, and the schema of the rows has "
                  + size
                  + ". Send records of the schema that the rows were declared with."));
    }
  }
}
