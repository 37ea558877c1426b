package dev.penstock.core.append;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Writes append requests to the transport straight from the row buffer: no message objects, no copy
 * per row. Thread-safe.
 */
final class AppendRequestMarshaller implements MethodDescriptor.Marshaller<AppendRequest> {
  /** The AppendRows method of the service with requests of our own making. */
  static final MethodDescriptor<AppendRequest, AppendRowsResponse> METHOD =
      BigQueryWriteGrpc.getAppendRowsMethod().toBuilder(
              new AppendRequestMarshaller(),
              BigQueryWriteGrpc.getAppendRowsMethod().getResponseMarshaller())
          .build();

  @Override
  public InputStream stream(AppendRequest request) {
    return new RequestStream(request);
  }

  @Override
  public AppendRequest parse(InputStream stream) {
    throw new UnsupportedOperationException("a client parses no requests");
  }

  /** The bytes of one request. */
  private static final class RequestStream extends InputStream implements KnownLength, Drainable {
    private final AppendRequest request;
    private int position;

    private RequestStream(AppendRequest request) {
      this.request = request;
    }

    @Override
    public int available() {
      return request.size() - position;
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      if (position > 0) {
        throw new IllegalStateException("the request was read in part");
      }
      target.write(request.head());
      target.write(request.rows().array(), 0, request.rows().size());
      position = request.size();
      return position;
    }

    @Override
    public int read() {
      if (available() == 0) {
        return -1;
      }
      int headLength = request.head().length;
      int at = position++;
      byte value = at < headLength ? request.head()[at] : request.rows().array()[at - headLength];
      return value & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      if (length == 0) {
        return 0;
      }
      if (available() == 0) {
        return -1;
      }
      int headLength = request.head().length;
      boolean inHead = position < headLength;
      byte[] source = inHead ? request.head() : request.rows().array();
      int from = inHead ? position : position - headLength;
      int end = inHead ? headLength : request.rows().size();
      int count = Math.min(length, end - from);
      System.arraycopy(source, from, target, offset, count);
      position += count;
      return count;
    }
  }
}
