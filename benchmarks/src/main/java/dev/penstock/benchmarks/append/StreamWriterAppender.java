package dev.penstock.benchmarks.append;

import com.google.api.core.ApiFutureCallback;
import com.google.api.core.ApiFutures;
import com.google.api.gax.core.NoCredentialsProvider;
import com.google.api.gax.grpc.InstantiatingGrpcChannelProvider;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteClient;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteSettings;
import com.google.cloud.bigquery.storage.v1.ProtoRows;
import com.google.cloud.bigquery.storage.v1.ProtoSchema;
import com.google.cloud.bigquery.storage.v1.StreamWriter;
import com.google.protobuf.ByteString;
import dev.penstock.core.encode.RowBuffer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Appends by Google's stream writer, whose rows our encoder makes. One owner thread. */
final class StreamWriterAppender implements Appender {
  private static final int BUFFER_BYTES = 1 << 20;
  private static final int ANSWER_SECONDS = 60;

  private final SampleRows rows = new SampleRows();
  private final RowBuffer buffer = new RowBuffer(BUFFER_BYTES);
  private final Semaphore answered = new Semaphore(0);
  private final Latencies latencies = new Latencies();
  private final BigQueryWriteClient client;
  private final StreamWriter writer;
  private final int rowsAnAppend;
  private int unanswered;

  StreamWriterAppender(Way.Target target) throws Exception {
    this.rowsAnAppend = target.rowsAnAppend();
    this.client =
        BigQueryWriteClient.create(
            BigQueryWriteSettings.newBuilder()
                .setCredentialsProvider(NoCredentialsProvider.create())
                .setTransportChannelProvider(
                    InstantiatingGrpcChannelProvider.newBuilder()
                        .setEndpoint(target.grpc())
                        .setChannelConfigurator(channel -> channel.usePlaintext())
                        .build())
                .build());
    this.writer =
        StreamWriter.newBuilder(Way.Target.STREAM, client)
            .setWriterSchema(ProtoSchema.newBuilder().setProtoDescriptor(rows.descriptor()).build())
            .build();
  }

  @Override
  public void append(int inFlight) throws Exception {
    unanswered -= answered.drainPermits();
    while (unanswered >= inFlight) {
      await(1);
    }
    long start = System.nanoTime();
    rows.fill(buffer, rowsAnAppend);
    ProtoRows.Builder message = ProtoRows.newBuilder();
    for (int row = 0; row < rowsAnAppend; row++) {
      message.addSerializedRows(ByteString.copyFrom(buffer.copyOf(row)));
    }
    unanswered++;
    ApiFutures.addCallback(writer.append(message.build()), new Answer(start), Runnable::run);
  }

  /** What becomes of one append; Google's thread calls one at a time. */
  private final class Answer implements ApiFutureCallback<AppendRowsResponse> {
    private final long start;

    Answer(long start) {
      this.start = start;
    }

    @Override
    public void onSuccess(AppendRowsResponse response) {
      latencies.add(System.nanoTime() - start);
      answered.release();
    }

    @Override
    public void onFailure(Throwable failure) {
      throw new IllegalStateException("an append is refused", failure);
    }
  }

  private void await(int answers) throws InterruptedException {
    if (!answered.tryAcquire(answers, ANSWER_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("no answer in " + ANSWER_SECONDS + " s");
    }
    unanswered -= answers;
  }

  @Override
  public void settle() throws InterruptedException {
    await(unanswered);
  }

  @Override
  public Latencies latencies() {
    return latencies;
  }

  @Override
  public void close() {
    writer.close();
    client.close();
  }
}
