package dev.penstock.benchmarks.append;

import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * What a server that only acknowledges reads of a request: its stream. The rows are skipped.
 * Immutable.
 *
 * @param stream empty where the request does not name it
 */
record AckedRequest(String stream) {
  private static final int READ_BYTES = 64 << 10;

  /** The AppendRows method of the service with requests read so. */
  static final MethodDescriptor<AckedRequest, AppendRowsResponse> METHOD =
      BigQueryWriteGrpc.getAppendRowsMethod().toBuilder(
              new Marshaller(), BigQueryWriteGrpc.getAppendRowsMethod().getResponseMarshaller())
          .build();

  private static final class Marshaller implements MethodDescriptor.Marshaller<AckedRequest> {
    @Override
    public InputStream stream(AckedRequest request) {
      throw new UnsupportedOperationException("a server sends no requests");
    }

    @Override
    public AckedRequest parse(InputStream bytes) {
      try {
        CodedInputStream in = CodedInputStream.newInstance(bytes, READ_BYTES);
        in.setSizeLimit(Integer.MAX_VALUE);
        String stream = "";
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
          if (WireFormat.getTagFieldNumber(tag) == AppendRowsRequest.WRITE_STREAM_FIELD_NUMBER) {
            stream = in.readString();
          } else {
            in.skipField(tag);
          }
        }
        return new AckedRequest(stream);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
