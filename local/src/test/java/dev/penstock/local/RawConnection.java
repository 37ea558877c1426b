package dev.penstock.local;

import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.cloud.bigquery.storage.v1.ProtoRows;
import com.google.cloud.bigquery.storage.v1.ProtoSchema;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One AppendRows call without a client library, to send what libraries do not. */
final class RawConnection implements AutoCloseable {
  private final ManagedChannel channel;
  private final StreamObserver<AppendRowsRequest> out;
  private final BlockingQueue<Object> answers = new LinkedBlockingQueue<>();

  RawConnection(LocalBigQuery local) {
    channel = NettyChannelBuilder.forTarget(local.grpcTarget()).usePlaintext().build();
    out =
        BigQueryWriteGrpc.newStub(channel)
            .appendRows(
                new StreamObserver<>() {
                  @Override
                  public void onNext(AppendRowsResponse response) {
                    answers.add(response);
                  }

                  @Override
                  public void onError(Throwable failure) {
                    answers.add(failure);
                  }

                  @Override
                  public void onCompleted() {
                    answers.add("completed");
                  }
                });
  }

  void send(AppendRowsRequest.Builder request) {
    out.onNext(request.build());
  }

  void halfClose() {
    out.onCompleted();
  }

  /** The next answer: a response, the error that ended the call, or "completed". */
  Object next() throws InterruptedException {
    Object answer = answers.poll(20, TimeUnit.SECONDS);
    if (answer == null) {
      throw new AssertionError("no answer in 20 seconds");
    }
    return answer;
  }

  AppendRowsResponse response() throws InterruptedException {
    return (AppendRowsResponse) next();
  }

  /** Whether nothing comes for a moment. */
  @Nullable Object peek(long millis) throws InterruptedException {
    return answers.poll(millis, TimeUnit.MILLISECONDS);
  }

  /** A request of rows, with a stream name and a schema unless they are null. */
  static AppendRowsRequest.Builder request(
      @Nullable String stream, @Nullable DescriptorProto schema, ByteString... rows) {
    AppendRowsRequest.Builder request = AppendRowsRequest.newBuilder();
    if (stream != null) {
      request.setWriteStream(stream);
    }
    AppendRowsRequest.ProtoData.Builder data = AppendRowsRequest.ProtoData.newBuilder();
    if (schema != null) {
      data.setWriterSchema(ProtoSchema.newBuilder().setProtoDescriptor(schema));
    }
    ProtoRows.Builder serialized = ProtoRows.newBuilder();
    for (ByteString row : rows) {
      serialized.addSerializedRows(row);
    }
    return request.setProtoRows(data.setRows(serialized));
  }

  /** A descriptor of fields given as {@code name:TYPE}, numbered from 1. */
  static DescriptorProto schema(String... fields) {
    DescriptorProto.Builder schema = DescriptorProto.newBuilder().setName("Row");
    int number = 1;
    for (String field : fields) {
      String[] parts = field.split(":", 2);
      schema.addField(
          FieldDescriptorProto.newBuilder()
              .setName(parts[0])
              .setNumber(number++)
              .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
              .setType(FieldDescriptorProto.Type.valueOf("TYPE_" + parts[1])));
    }
    return schema.build();
  }

  /** A row of int64 and string values in field order; null leaves a field out. */
  static ByteString row(@Nullable Object... values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      for (int i = 0; i < values.length; i++) {
        Object value = values[i];
        if (value instanceof Long number) {
          out.writeInt64(i + 1, number);
        } else if (value instanceof String text) {
          out.writeString(i + 1, text);
        } else if (value instanceof Double number) {
          out.writeDouble(i + 1, number);
        } else if (value instanceof Boolean bool) {
          out.writeBool(i + 1, bool);
        } else if (value instanceof byte[] raw) {
          out.writeByteArray(i + 1, raw);
        }
      }
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ByteString.copyFrom(bytes.toByteArray());
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
