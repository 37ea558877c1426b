package dev.penstock.core.append;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.cloud.bigquery.storage.v1.AppendRowsRequest.MissingValueInterpretation;
import com.google.cloud.bigquery.storage.v1.ProtoRows;
import com.google.cloud.bigquery.storage.v1.RowError;
import com.google.protobuf.ByteString;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.encode.RowBuffer;
import dev.penstock.core.encode.RowDescriptor;
import dev.penstock.core.encode.RowEncoder;
import dev.penstock.core.encode.RowPlan;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class AppendRequestTest {
  private static final WriteStream STREAM = WriteStream.defaultOf(new Destination("p", "d", "t"));
  private static final TableSchema COLUMNS =
      new TableSchema(List.of(Column.nullable("id", ColumnType.INT64)));

  private final RowDescriptor descriptor = RowDescriptor.of(COLUMNS, false);
  private final WriterSchema schema = WriterSchema.of(descriptor);
  private final RowBuffer rows = new RowBuffer(16);

  private static final ByteString FIRST = ByteString.copyFrom(new byte[] {0x08, 0x01});
  private static final ByteString SECOND =
      ByteString.copyFrom(new byte[] {0x08, (byte) 0xAC, 0x02});

  /** Two rows: field 1 is 1, then 300. */
  private AppendBatch batch(long offset, List<String> defaulted) {
    SourceSchema source = new SourceSchema(List.of(SourceField.of("id", ValueKind.LONG, false)));
    RowPlan plan =
        ((RowPlan.Outcome.Ready) RowPlan.compile(source, descriptor, ChangeType.APPEND, List.of()))
            .plan();
    RowEncoder encoder = new RowEncoder(1_000);
    assertThat(encoder.encode(plan, new TextRow(1), null, rows)).isNull();
    assertThat(encoder.encode(plan, new TextRow(300), null, rows)).isNull();
    AppendBatch batch =
        new AppendBatch(
            schema, new AppendBatch.Rows(rows, new TicketRuns()), defaulted, 0, new NoAnswers());
    batch.place(STREAM, offset);
    return batch;
  }

  private static AppendRowsRequest parsed(InputStream stream) throws IOException {
    return AppendRowsRequest.parseFrom(stream);
  }

  @Test
  void firstRequestTellsEverything() throws IOException {
    AppendBatch batch = batch(AppendBatch.NO_OFFSET, List.of("created_at"));
    AppendRequest request =
        AppendRequest.of(AppendRequest.firstEnvelope(batch, "a:b"), batch, true);

    AppendRowsRequest sent = parsed(new AppendRequestMarshaller().stream(request));

    assertThat(sent.getWriteStream()).isEqualTo("projects/p/datasets/d/tables/t/streams/_default");
    assertThat(sent.getTraceId()).isEqualTo("a:b");
    assertThat(sent.hasOffset()).isFalse();
    assertThat(sent.getDefaultMissingValueInterpretation())
        .isEqualTo(MissingValueInterpretation.NULL_VALUE);
    assertThat(sent.getMissingValueInterpretationsMap())
        .containsOnlyKeys("created_at")
        .containsValue(MissingValueInterpretation.DEFAULT_VALUE);
    assertThat(sent.getProtoRows().getWriterSchema().getProtoDescriptor())
        .isEqualTo(descriptor.toProto());
    assertThat(sent.getProtoRows().getRows().getSerializedRowsList())
        .containsExactly(FIRST, SECOND);
  }

  @Test
  void laterRequestTellsOnlyRows() throws IOException {
    AppendBatch batch = batch(AppendBatch.NO_OFFSET, List.of());
    AppendRequest request = AppendRequest.of(AppendRequest.envelope(batch, false), batch, false);

    AppendRowsRequest sent = parsed(new AppendRequestMarshaller().stream(request));

    assertThat(sent)
        .isEqualTo(
            AppendRowsRequest.newBuilder()
                .setProtoRows(
                    AppendRowsRequest.ProtoData.newBuilder()
                        .setRows(
                            ProtoRows.newBuilder()
                                .addSerializedRows(FIRST)
                                .addSerializedRows(SECOND)))
                .build());
  }

  @Test
  void offsetIsSentWhenTheStreamCounts() throws IOException {
    AppendBatch batch = batch(0, List.of());
    AppendRequest request = AppendRequest.of(AppendRequest.envelope(batch, false), batch, false);

    AppendRowsRequest sent = parsed(new AppendRequestMarshaller().stream(request));

    assertThat(sent.hasOffset()).isTrue();
    assertThat(sent.getOffset().getValue()).isZero();
  }

  @Test
  void drainsTheSameBytesThatItReads() throws IOException {
    AppendBatch batch = batch(7, List.of("a", "b"));
    AppendRequest request =
        AppendRequest.of(AppendRequest.firstEnvelope(batch, "a:b"), batch, true);
    AppendRequestMarshaller marshaller = new AppendRequestMarshaller();

    ByteArrayOutputStream drained = new ByteArrayOutputStream();
    InputStream stream = marshaller.stream(request);
    int length = ((KnownLength) stream).available();
    int count = ((Drainable) stream).drainTo(drained);

    assertThat(count).isEqualTo(length).isEqualTo(request.size()).isEqualTo(drained.size());
    assertThat(stream.available()).isZero();
    assertThat(marshaller.stream(request).readAllBytes()).isEqualTo(drained.toByteArray());
    ByteArrayOutputStream oneByOne = new ByteArrayOutputStream();
    try (InputStream single = marshaller.stream(request)) {
      for (int value = single.read(); value >= 0; value = single.read()) {
        oneByOne.write(value);
      }
    }
    assertThat(oneByOne.toByteArray()).isEqualTo(drained.toByteArray());
  }

  @Test
  void overheadIsNeverUnderestimated() {
    AppendBatch batch = batch(Long.MAX_VALUE, List.of("created_at", "ü"));
    AppendRequest request =
        AppendRequest.of(AppendRequest.firstEnvelope(batch, "connector:task-1"), batch, true);

    assertThat(request.head().length)
        .isLessThanOrEqualTo(
            schema.maxOverhead(
                STREAM.destination(), "connector:task-1", List.of("created_at", "ü")));
  }

  private static final class NoAnswers implements Answers {
    @Override
    public void stored(AppendBatch batch) {}

    @Override
    public void refused(AppendBatch batch, Failure failure, List<RowError> rowErrors) {}

    @Override
    public void resending(AppendBatch batch, Failure failure) {}

    @Override
    public void schemaChanged(TableSchema schema) {}
  }
}
