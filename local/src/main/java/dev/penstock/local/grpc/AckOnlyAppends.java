package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse.AppendResult;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.cloud.bigquery.storage.v1.FlushRowsRequest;
import com.google.cloud.bigquery.storage.v1.FlushRowsResponse;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Int64Value;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * AppendRows and FlushRows that acknowledge every request after a look at its stream name and
 * offset only, for measuring clients. Thread-safe.
 */
final class AckOnlyAppends {
  private static final String APPENDS = BigQueryWriteGrpc.getAppendRowsMethod().getFullMethodName();
  private static final String FLUSHES = BigQueryWriteGrpc.getFlushRowsMethod().getFullMethodName();

  /**
   * What matters of a request.
   *
   * @param stream empty when the request does not name it
   * @param offset null for none
   */
  private record Append(String stream, @Nullable Int64Value offset) {}

  private AckOnlyAppends() {}

  /** The same service with both methods replaced. */
  static ServerServiceDefinition in(ServerServiceDefinition service) {
    MethodDescriptor<Append, AppendRowsResponse> appends =
        MethodDescriptor.<Append, AppendRowsResponse>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName(APPENDS)
            .setRequestMarshaller(new AppendMarshaller())
            .setResponseMarshaller(ProtoUtils.marshaller(AppendRowsResponse.getDefaultInstance()))
            .build();
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(service.getServiceDescriptor().getName());
    for (ServerMethodDefinition<?, ?> method : service.getMethods()) {
      descriptor.addMethod(isCalled(APPENDS, method) ? appends : method.getMethodDescriptor());
    }
    ServerServiceDefinition.Builder replaced = ServerServiceDefinition.builder(descriptor.build());
    for (ServerMethodDefinition<?, ?> method : service.getMethods()) {
      if (!isCalled(APPENDS, method) && !isCalled(FLUSHES, method)) {
        replaced.addMethod(method);
      }
    }
    return replaced
        .addMethod(appends, ServerCalls.asyncBidiStreamingCall(AckingConnection::new))
        .addMethod(
            BigQueryWriteGrpc.getFlushRowsMethod(),
            ServerCalls.asyncUnaryCall(AckOnlyAppends::flush))
        .build();
  }

  private static boolean isCalled(String name, ServerMethodDefinition<?, ?> method) {
    return method.getMethodDescriptor().getFullMethodName().equals(name);
  }

  private static void flush(FlushRowsRequest request, StreamObserver<FlushRowsResponse> out) {
    out.onNext(FlushRowsResponse.newBuilder().setOffset(request.getOffset().getValue()).build());
    out.onCompleted();
  }

  /** Reads the stream name and the offset of a request and skips the rest. */
  private static final class AppendMarshaller implements MethodDescriptor.Marshaller<Append> {
    private static final int WRITE_STREAM = 1;
    private static final int OFFSET = 2;

    @Override
    public InputStream stream(Append value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Append parse(InputStream stream) {
      try {
        CodedInputStream in = CodedInputStream.newInstance(stream, 64 << 10);
        String name = "";
        Int64Value offset = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
          switch (tag >>> 3) {
            case WRITE_STREAM -> name = in.readString();
            case OFFSET -> offset = Int64Value.parseFrom(in.readByteArray());
            default -> in.skipField(tag);
          }
        }
        return new Append(name, offset);
      } catch (IOException e) {
        throw Status.INVALID_ARGUMENT.withCause(e).asRuntimeException();
      }
    }
  }

  private static final class AckingConnection implements StreamObserver<Append> {
    private final StreamObserver<AppendRowsResponse> out;
    private AppendRowsResponse answer = AppendRowsResponse.getDefaultInstance();

    AckingConnection(StreamObserver<AppendRowsResponse> out) {
      this.out = out;
    }

    @Override
    public void onNext(Append append) {
      if (!append.stream().isEmpty() && !append.stream().equals(answer.getWriteStream())) {
        answer =
            AppendRowsResponse.newBuilder()
                .setWriteStream(append.stream())
                .setAppendResult(AppendResult.getDefaultInstance())
                .build();
      }
      Int64Value offset = append.offset();
      out.onNext(
          offset == null
              ? answer
              : answer.toBuilder()
                  .setAppendResult(AppendResult.newBuilder().setOffset(offset))
                  .build());
    }

    @Override
    public void onError(Throwable failure) {
      // The client is gone; there is nobody to answer.
    }

    @Override
    public void onCompleted() {
      out.onCompleted();
    }
  }
}
