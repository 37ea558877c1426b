package dev.penstock.core.encode;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import dev.penstock.core.model.TableSchema;

/**
 * The wire form of a table's rows. A column keeps its tag for the life of a writer and a descriptor
 * only grows, so bytes encoded before a schema change stay valid. Immutable.
 */
public final class RowDescriptor {
  private RowDescriptor() {}

  /**
   * The descriptor of a table.
   *
   * @param change whether the two change pseudo-columns are added
   */
  public static RowDescriptor of(TableSchema schema, boolean change) {
    throw new UnsupportedOperationException();
  }

  /** This descriptor with the columns that a newer schema adds. */
  public RowDescriptor grow(TableSchema newer) {
    throw new UnsupportedOperationException();
  }

  /** The columns it was made from, additions included. */
  public TableSchema schema() {
    throw new UnsupportedOperationException();
  }

  /** The self-contained form that a write stream takes. */
  public DescriptorProto toProto() {
    throw new UnsupportedOperationException();
  }
}
