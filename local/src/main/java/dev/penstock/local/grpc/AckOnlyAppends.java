package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse.AppendResult;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.protobuf.CodedInputStream;
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

/**
 * AppendRows that acknowledges every request after a look at its stream name only, for measuring
 * clients. Thread-safe.
 */
final class AckOnlyAppends {
  private AckOnlyAppends() {}

  /** The same service with AppendRows replaced. */
  static ServerServiceDefinition in(ServerServiceDefinition service) {
    MethodDescriptor<String, AppendRowsResponse> appends =
        MethodDescriptor.<String, AppendRowsResponse>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName(BigQueryWriteGrpc.getAppendRowsMethod().getFullMethodName())
            .setRequestMarshaller(new StreamNameMarshaller())
            .setResponseMarshaller(ProtoUtils.marshaller(AppendRowsResponse.getDefaultInstance()))
            .build();
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(service.getServiceDescriptor().getName());
    for (ServerMethodDefinition<?, ?> method : service.getMethods()) {
      descriptor.addMethod(isAppend(method) ? appends : method.getMethodDescriptor());
    }
    ServerServiceDefinition.Builder replaced = ServerServiceDefinition.builder(descriptor.build());
    for (ServerMethodDefinition<?, ?> method : service.getMethods()) {
      if (!isAppend(method)) {
        replaced.addMethod(method);
      }
    }
    return replaced
        .addMethod(appends, ServerCalls.asyncBidiStreamingCall(AckingConnection::new))
        .build();
  }

  private static boolean isAppend(ServerMethodDefinition<?, ?> method) {
    return method
        .getMethodDescriptor()
        .getFullMethodName()
        .equals(BigQueryWriteGrpc.getAppendRowsMethod().getFullMethodName());
  }

  /** Reads the stream name of a request and skips the rest. */
  private static final class StreamNameMarshaller implements MethodDescriptor.Marshaller<String> {
    private static final int WRITE_STREAM = 1;

    @Override
    public InputStream stream(String value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String parse(InputStream stream) {
      try {
        CodedInputStream in = CodedInputStream.newInstance(stream, 64 << 10);
        String name = "";
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
          if (tag >>> 3 == WRITE_STREAM) {
            name = in.readString();
          } else {
            in.skipField(tag);
          }
        }
        return name;
      } catch (IOException e) {
        throw Status.INVALID_ARGUMENT.withCause(e).asRuntimeException();
      }
    }
  }

  private static final class AckingConnection implements StreamObserver<String> {
    private final StreamObserver<AppendRowsResponse> out;
    private AppendRowsResponse answer = AppendRowsResponse.getDefaultInstance();

    AckingConnection(StreamObserver<AppendRowsResponse> out) {
      this.out = out;
    }

    @Override
    public void onNext(String stream) {
      if (!stream.isEmpty() && !stream.equals(answer.getWriteStream())) {
        answer =
            AppendRowsResponse.newBuilder()
                .setWriteStream(stream)
                .setAppendResult(AppendResult.getDefaultInstance())
                .build();
      }
      out.onNext(answer);
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
