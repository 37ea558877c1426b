package dev.penstock.local.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.storage.v1.BigQueryReadGrpc;
import com.google.cloud.bigquery.storage.v1.ReadRowsRequest;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailedCallsTest {
  private static final class FakeCall extends ServerCall<ReadRowsRequest, ReadRowsResponse> {
    private final List<String> closed = new ArrayList<>();

    @Override
    public void request(int count) {}

    @Override
    public void sendHeaders(Metadata headers) {}

    @Override
    public void sendMessage(ReadRowsResponse message) {}

    @Override
    public void close(Status status, Metadata trailers) {
      closed.add(status.getCode() + " " + status.getDescription());
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public MethodDescriptor<ReadRowsRequest, ReadRowsResponse> getMethodDescriptor() {
      return BigQueryReadGrpc.getReadRowsMethod();
    }
  }

  private final FakeCall call = new FakeCall();

  private Listener<ReadRowsRequest> failing(boolean answered) {
    return new FailedCalls()
        .interceptCall(
            call,
            new Metadata(),
            (intercepted, headers) ->
                new Listener<ReadRowsRequest>() {
                  @Override
                  public void onReady() {
                    if (answered) {
                      intercepted.close(Status.OK, new Metadata());
                    }
                    throw new ArithmeticException("long overflow");
                  }

                  @Override
                  public void onHalfClose() {
                    onReady();
                  }
                });
  }

  @Test
  void aFaultOfTheServerIsAnInternalErrorWithItsText() {
    failing(false).onReady();
    failing(false).onHalfClose();

    assertThat(call.closed)
        .containsExactly(
            "INTERNAL Internal error: java.lang.ArithmeticException: long overflow",
            "INTERNAL Internal error: java.lang.ArithmeticException: long overflow");
  }

  @Test
  void aCallIsAnsweredOnce() {
    failing(true).onReady();

    assertThat(call.closed).containsExactly("OK null");
  }
}
