package dev.penstock.core.encode;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import dev.penstock.core.model.TableSchema;

/**
 * The wire form of a table's rows. A column keeps its tag for the life of a writer and a descriptor
 * only grows, so bytes encoded before a schema change stay valid. Immutable.
 */
public final class RowDescriptor {
  static final int CHANGE_TYPE_TAG = 1;
  static final int SEQUENCE_TAG = 2;

  private static final int FIRST_TAG = 1;
  private static final int FIRST_TAG_AFTER_CHANGE = 3;

  private final TableSchema schema;
  private final TaggedColumns columns;
  private final boolean change;

  private RowDescriptor(TaggedColumns columns, boolean change) {
    this.schema = new TableSchema(columns.untagged());
    this.columns = columns;
    this.change = change;
  }

  /**
   * The descriptor of a table.
   *
   * @param change whether the two change pseudo-columns are added
   */
  public static RowDescriptor of(TableSchema schema, boolean change) {
    return new RowDescriptor(TaggedColumns.number(schema.columns(), firstTag(change)), change);
  }

  private static int firstTag(boolean change) {
    return change ? FIRST_TAG_AFTER_CHANGE : FIRST_TAG;
  }

  /**
   * This descriptor with the columns that a newer schema adds, and with the newer modes and
   * parameters of the others. Columns that the newer schema lacks stay; a table that lost a column
   * needs a new descriptor and a new writer.
   *
   * @return this when nothing differs
   * @throws dev.penstock.core.error.IngestException with {@code SCHEMA_MISMATCH} when a column's
   *     type changed, so that bytes on their way would be misread
   */
  public RowDescriptor grow(TableSchema newer) {
    TaggedColumns grown = columns.grow(newer.columns(), firstTag(change), "");
    return grown.equals(columns) ? this : new RowDescriptor(grown, change);
  }

  /** The columns it was made from, additions included. */
  public TableSchema schema() {
    return schema;
  }

  /** Whether it has the change pseudo-columns. */
  public boolean isChange() {
    return change;
  }

  TaggedColumns columns() {
    return columns;
  }

  /** The self-contained form that a write stream takes. */
  public DescriptorProto toProto() {
    DescriptorProto.Builder message = DescriptorWriter.write("Row", columns).toBuilder();
    if (change) {
      message.addField(0, DescriptorWriter.text("_CHANGE_TYPE", CHANGE_TYPE_TAG));
      message.addField(1, DescriptorWriter.text("_CHANGE_SEQUENCE_NUMBER", SEQUENCE_TAG));
    }
    return message.build();
  }
}
