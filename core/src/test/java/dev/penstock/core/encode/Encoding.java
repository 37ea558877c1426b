package dev.penstock.core.encode;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.sequence.SequenceNumber;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes rows of one schema into one table and decodes them with Google's protobuf. */
final class Encoding {
  static final int MAX_ROW_BYTES = 10_000_000;

  final RowDescriptor descriptor;
  final RowPlan plan;
  final RowBuffer buffer = new RowBuffer(16);
  private final RowEncoder encoder = new RowEncoder(MAX_ROW_BYTES);

  private Encoding(RowDescriptor descriptor, RowPlan plan) {
    this.descriptor = descriptor;
    this.plan = plan;
  }

  static Encoding appending(List<SourceField> fields, List<Column> columns) {
    return of(fields, columns, ChangeType.APPEND, List.of());
  }

  static Encoding of(
      List<SourceField> fields, List<Column> columns, ChangeType change, List<String> key) {
    RowDescriptor descriptor = RowDescriptor.of(new TableSchema(columns), change.isChange());
    RowPlan.Outcome outcome = RowPlan.compile(new SourceSchema(fields), descriptor, change, key);
    if (outcome instanceof RowPlan.Outcome.Ready ready) {
      return new Encoding(descriptor, ready.plan());
    }
    throw new AssertionError(outcome);
  }

  /** Encodes one row; null when it went in. */
  @Nullable RowFault encode(RowReader row, @Nullable SequenceNumber sequence) {
    return encoder.encode(plan, row, sequence, buffer);
  }

  /** Encodes one row that must go in, and decodes it. */
  DynamicMessage message(RowReader row) {
    return message(row, null);
  }

  /** Encodes one row that must go in, and decodes it. */
  DynamicMessage message(RowReader row, @Nullable SequenceNumber sequence) {
    RowFault fault = encode(row, sequence);
    if (fault != null) {
      throw new AssertionError(fault);
    }
    return decode(descriptor, rowBytes(buffer, buffer.rowCount() - 1));
  }

  /** Encodes one row that must be refused. */
  RowFault fault(RowReader row) {
    RowFault fault = encode(row, null);
    if (fault == null) {
      throw new AssertionError("the row was not refused");
    }
    return fault;
  }

  /** The bytes of a row without its frame, which is checked. */
  static ByteString rowBytes(RowBuffer buffer, int row) {
    try {
      CodedInputStream input =
          CodedInputStream.newInstance(
              buffer.array(), buffer.startOf(row), buffer.endOf(row) - buffer.startOf(row));
      if (input.readTag() != 0x0A) {
        throw new AssertionError("no element of serialized_rows");
      }
      ByteString bytes = input.readBytes();
      if (!input.isAtEnd()) {
        throw new AssertionError("bytes behind the row");
      }
      return bytes;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static DynamicMessage decode(RowDescriptor descriptor, ByteString bytes) {
    try {
      return DynamicMessage.parseFrom(descriptor(descriptor), bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  static Descriptor descriptor(RowDescriptor descriptor) {
    try {
      FileDescriptorProto file =
          FileDescriptorProto.newBuilder().addMessageType(descriptor.toProto()).build();
      return FileDescriptor.buildFrom(file, new FileDescriptor[0]).getMessageTypes().get(0);
    } catch (DescriptorValidationException e) {
      throw new AssertionError(e);
    }
  }
}
