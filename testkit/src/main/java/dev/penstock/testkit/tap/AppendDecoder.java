package dev.penstock.testkit.tap;

import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * The rows of one AppendRows connection. Requests are answered in order; the schema and the stream
 * of a request stay in force until another request names one.
 */
final class AppendDecoder {
  private static final String CHANGE_TYPE = "_CHANGE_TYPE";
  private static final String SEQUENCE_NUMBER = "_CHANGE_SEQUENCE_NUMBER";

  private final Consumer<List<AppendedRow>> acknowledged;
  private final Queue<List<AppendedRow>> unanswered = new ArrayDeque<>();
  private final Map<String, Descriptor> schemas = new HashMap<>();
  private String stream = "";

  AppendDecoder(Consumer<List<AppendedRow>> acknowledged) {
    this.acknowledged = acknowledged;
  }

  synchronized void request(byte[] message) {
    try {
      AppendRowsRequest request = AppendRowsRequest.parseFrom(message);
      if (!request.getWriteStream().isEmpty()) {
        stream = request.getWriteStream();
      }
      if (request.getProtoRows().getWriterSchema().hasProtoDescriptor()) {
        schemas.put(
            stream, descriptor(request.getProtoRows().getWriterSchema().getProtoDescriptor()));
      }
      unanswered.add(rows(request.getProtoRows().getRows().getSerializedRowsList()));
    } catch (InvalidProtocolBufferException | DescriptorValidationException e) {
      // The server judges what it gets; a request that cannot be read shows no rows here.
      unanswered.add(List.of());
    }
  }

  synchronized void answer(byte[] message) {
    List<AppendedRow> rows = unanswered.poll();
    try {
      if (rows != null && AppendRowsResponse.parseFrom(message).hasAppendResult()) {
        acknowledged.accept(rows);
      }
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("The server's answer is no AppendRowsResponse", e);
    }
  }

  private List<AppendedRow> rows(List<ByteString> serialized)
      throws InvalidProtocolBufferException {
    List<AppendedRow> rows = new ArrayList<>();
    Descriptor schema = schemas.get(stream);
    if (schema != null) {
      for (ByteString row : serialized) {
        rows.add(row(DynamicMessage.parseFrom(schema, row)));
      }
    }
    return rows;
  }

  /** Google's JSON writer spells field names in lower case, so case does not matter. */
  private AppendedRow row(DynamicMessage message) {
    Map<String, Object> values = new LinkedHashMap<>();
    String changeType = null;
    String sequenceNumber = null;
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      String name = field.getKey().getName();
      if (name.equalsIgnoreCase(CHANGE_TYPE)) {
        changeType = field.getValue().toString();
      } else if (name.equalsIgnoreCase(SEQUENCE_NUMBER)) {
        sequenceNumber = field.getValue().toString();
      } else {
        values.put(name, field.getValue());
      }
    }
    return new AppendedRow(table(), changeType, sequenceNumber, values);
  }

  /** The fourth name of {@code projects/P/datasets/D/tables/T/streams/S}. */
  private String table() {
    String[] parts = stream.split("/", -1);
    return parts.length > 5 ? parts[5] : stream;
  }

  private static Descriptor descriptor(DescriptorProto proto) throws DescriptorValidationException {
    return FileDescriptor.buildFrom(
            FileDescriptorProto.newBuilder().setName("row.proto").addMessageType(proto).build(),
            new FileDescriptor[0])
        .getMessageTypes()
        .get(0);
  }
}
