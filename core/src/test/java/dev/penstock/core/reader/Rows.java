package dev.penstock.core.reader;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.sun.management.ThreadMXBean;
import dev.penstock.core.encode.CreationTypes;
import dev.penstock.core.encode.RowBuffer;
import dev.penstock.core.encode.RowDescriptor;
import dev.penstock.core.encode.RowEncoder;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowPlan;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.TableSchema;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Encodes rows of one source schema into one table, and decodes them with Google's protobuf. */
final class Rows {
  private static final int MEASURED_ROWS = 1_000;

  private final RowPlan plan;
  private final Descriptor descriptor;
  private final RowEncoder encoder = new RowEncoder(10_000_000);

  private Rows(RowPlan plan, Descriptor descriptor) {
    this.plan = plan;
    this.descriptor = descriptor;
  }

  static Rows of(SourceSchema source, TableSchema table) {
    RowDescriptor descriptor = RowDescriptor.of(table, false);
    RowPlan.Outcome outcome = RowPlan.compile(source, descriptor, ChangeType.APPEND, List.of());
    if (outcome instanceof RowPlan.Outcome.Ready ready) {
      return new Rows(ready.plan(), descriptor(descriptor));
    }
    throw new AssertionError(outcome);
  }

  private static Descriptor descriptor(RowDescriptor row) {
    try {
      FileDescriptorProto file =
          FileDescriptorProto.newBuilder().addMessageType(row.toProto()).build();
      return FileDescriptor.buildFrom(file, new FileDescriptor[0]).getMessageTypes().get(0);
    } catch (DescriptorValidationException e) {
      throw new AssertionError(e);
    }
  }

  /** The columns of a table that is made for rows of a schema. */
  static List<Column> columnsMadeFor(SourceSchema source) {
    return source.fields().stream().map(CreationTypes::columnFor).toList();
  }

  /** A row that must go in. */
  DynamicMessage message(RowReader row) {
    RowBuffer buffer = new RowBuffer(16);
    RowFault fault = encoder.encode(plan, row, null, buffer);
    if (fault != null) {
      throw new AssertionError(fault);
    }
    return decode(buffer);
  }

  private DynamicMessage decode(RowBuffer buffer) {
    try {
      CodedInputStream framed =
          CodedInputStream.newInstance(buffer.array(), buffer.startOf(0), buffer.size());
      framed.readTag();
      ByteString bytes = framed.readBytes();
      return DynamicMessage.parseFrom(descriptor, bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Bytes that each of many rows allocates, once all classes are there. */
  long bytesAllocatedFor(Supplier<RowReader> row) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    RowBuffer buffer = new RowBuffer(1 << 16);
    long before = 0;
    for (int i = 0; i < 2 * MEASURED_ROWS; i++) {
      if (i == MEASURED_ROWS) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      buffer.clear();
      RowFault fault = encoder.encode(plan, row.get(), null, buffer);
      if (fault != null) {
        throw new AssertionError(fault);
      }
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / MEASURED_ROWS;
  }

  /** Why a row does not go in; null when it does. */
  @Nullable RowFault fault(RowReader row) {
    return encoder.encode(plan, row, null, new RowBuffer(16));
  }
}
