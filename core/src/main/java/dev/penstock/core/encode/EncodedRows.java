package dev.penstock.core.encode;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.sequence.SequenceNumber;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a caller encodes itself, as messages of its own descriptor. They travel as they are:
 * the service pairs fields and columns by name and judges the values. A caller makes one instance
 * per descriptor and reuses it. One owner thread.
 */
public final class EncodedRows {
  private final TableSchema columns;
  private final DescriptorProto descriptor;
  private final int changeTypeTag;
  private final ProtobufOutput out = new ProtobufOutput();

  private EncodedRows(TableSchema columns, DescriptorProto descriptor, int changeTypeTag) {
    this.columns = columns;
    this.descriptor = descriptor;
    this.changeTypeTag = changeTypeTag;
  }

  /**
   * Rows of a descriptor.
   *
   * @param columns what a table that is made for them is like
   * @param change whether the rows are changes; the two pseudo-columns are added then
   */
  public static EncodedRows of(Descriptor descriptor, TableSchema columns, boolean change) {
    DescriptorProto message = DescriptorCopy.of(descriptor);
    int tag = freeTag(descriptor);
    if (change) {
      message =
          message.toBuilder()
              .addField(DescriptorWriter.text("_CHANGE_TYPE", tag))
              .addField(DescriptorWriter.text("_CHANGE_SEQUENCE_NUMBER", tag + 1))
              .build();
    }
    return new EncodedRows(columns, message, tag);
  }

  /** The first of two tags behind all fields and outside the range that protobuf reserves. */
  private static int freeTag(Descriptor descriptor) {
    int last = descriptor.getFields().stream().mapToInt(FieldDescriptor::getNumber).max().orElse(0);
    int reservedFrom = 19_000;
    int reservedTo = 19_999;
    return last + 2 < reservedFrom || last > reservedTo ? last + 1 : reservedTo + 1;
  }

  /** What a table that is made for the rows is like. */
  public TableSchema columns() {
    return columns;
  }

  /** The self-contained form that a write stream takes. */
  public DescriptorProto toProto() {
    return descriptor;
  }

  @Nullable RowFault encode(
      ByteString row,
      ChangeType change,
      @Nullable SequenceNumber sequence,
      RowBuffer buffer,
      int maxRowBytes) {
    out.begin(buffer, maxRowBytes);
    if (change.isChange()) {
      boolean unused = out.text(changeTypeTag, change.name());
      if (sequence != null) {
        out.sequence(changeTypeTag + 1, sequence);
      }
    }
    out.fields(row);
    return out.finish();
  }
}
