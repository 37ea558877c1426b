package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.InputStream;

/**
 * Resets the HTTP/2 stream of one call, which gRPC has no method for: it does so when a response
 * cannot be written, or when a call with one response ends without it. Thread-safe.
 */
final class CallReset {
  /** The responses that cannot be written; nobody else has the same instances. */
  private static final AppendRowsResponse APPEND = AppendRowsResponse.newBuilder().build();

  private static final ReadRowsResponse READ = ReadRowsResponse.newBuilder().build();

  private CallReset() {}

  static void resetAppends(StreamObserver<AppendRowsResponse> out) {
    out.onNext(APPEND);
  }

  static void resetRows(StreamObserver<ReadRowsResponse> out) {
    out.onNext(READ);
  }

  /** Of a call with one response. */
  static void reset(StreamObserver<?> out) {
    out.onCompleted();
  }

  /** The same service, whose calls with many responses can be reset. */
  static ServerServiceDefinition in(ServerServiceDefinition service) {
    ServerServiceDefinition.Builder resettable =
        ServerServiceDefinition.builder(service.getServiceDescriptor().getName());
    service.getMethods().forEach(method -> resettable.addMethod(in(method)));
    return resettable.build();
  }

  private static <Q, R> ServerMethodDefinition<Q, R> in(ServerMethodDefinition<Q, R> method) {
    MethodDescriptor<Q, R> descriptor = method.getMethodDescriptor();
    Marshaller<R> marshaller = descriptor.getResponseMarshaller();
    return ServerMethodDefinition.create(
        descriptor.toBuilder(
                descriptor.getRequestMarshaller(),
                new Marshaller<R>() {
                  @Override
                  public InputStream stream(R value) {
                    if (value == APPEND || value == READ) {
                      throw Status.CANCELLED
                          .withDescription("Reset by a fault script")
                          .asRuntimeException();
                    }
                    return marshaller.stream(value);
                  }

                  @Override
                  public R parse(InputStream stream) {
                    return marshaller.parse(stream);
                  }
                })
            .build(),
        method.getServerCallHandler());
  }
}
