package dev.penstock.benchmarks.client;

import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.cloud.bigquery.storage.v1.ProtoRows;
import com.google.cloud.bigquery.storage.v1.ProtoSchema;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.Int64Value;
import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One AppendRows call on one stream. One owner thread. */
public final class Appends {
  private static final int ANSWER_SECONDS = 60;

  private final StreamObserver<AppendRowsRequest> out;
  private final BlockingQueue<Object> answers = new LinkedBlockingQueue<>();
  private final String stream;
  private final DescriptorProto schema;
  private boolean begun;

  /** A call whose rows have a schema. */
  public Appends(Channel channel, String stream, DescriptorProto schema) {
    this.stream = stream;
    this.schema = schema;
    this.out =
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
                    answers.add(new IllegalStateException("the server ended the call"));
                  }
                });
  }

  /** The default stream of a table of the dataset {@code d}. */
  public static String defaultStream(String table) {
    return "projects/p/datasets/d/tables/" + table + "/streams/_default";
  }

  /**
   * Sends a request.
   *
   * @param offset null for the end of the stream
   */
  public void send(@Nullable Long offset, List<ByteString> rows) {
    AppendRowsRequest.ProtoData.Builder data =
        AppendRowsRequest.ProtoData.newBuilder()
            .setRows(ProtoRows.newBuilder().addAllSerializedRows(rows));
    AppendRowsRequest.Builder request = AppendRowsRequest.newBuilder();
    if (!begun) {
      begun = true;
      request.setWriteStream(stream);
      data.setWriterSchema(ProtoSchema.newBuilder().setProtoDescriptor(schema));
    }
    if (offset != null) {
      request.setOffset(Int64Value.of(offset));
    }
    out.onNext(request.setProtoRows(data).build());
  }

  /** The next answer, an error in the stream too. */
  public AppendRowsResponse answer() throws GoneException, InterruptedException {
    Object answer = answers.poll(ANSWER_SECONDS, TimeUnit.SECONDS);
    if (answer instanceof AppendRowsResponse response) {
      return response;
    }
    if (answer instanceof Throwable failure) {
      throw new GoneException(failure);
    }
    throw new IllegalStateException("no answer in " + ANSWER_SECONDS + " s on " + stream);
  }

  /** The next answer, which must be a good one; the offset it tells. */
  public long offset() throws GoneException, InterruptedException {
    AppendRowsResponse response = answer();
    if (!response.hasAppendResult()) {
      throw new IllegalStateException("an append to " + stream + " was refused: " + response);
    }
    return response.getAppendResult().getOffset().getValue();
  }

  /** Ends the call without waiting. */
  public void end() {
    out.onCompleted();
  }
}
