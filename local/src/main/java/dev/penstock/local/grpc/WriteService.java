package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsRequest;
import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.cloud.bigquery.storage.v1.CreateWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.FinalizeWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.FinalizeWriteStreamResponse;
import com.google.cloud.bigquery.storage.v1.FlushRowsRequest;
import com.google.cloud.bigquery.storage.v1.FlushRowsResponse;
import com.google.cloud.bigquery.storage.v1.GetWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.cloud.bigquery.storage.v1.WriteStreamView;
import com.google.rpc.Code;
import com.google.rpc.Status;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.service.FaultPoint.Effect;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The BigQueryWrite service; of its streams only the default ones (WA-016). Thread-safe. */
final class WriteService extends BigQueryWriteGrpc.BigQueryWriteImplBase {
  private final AppendConnection.Context context;

  WriteService(AppendConnection.Context context) {
    this.context = context;
  }

  @Override
  public StreamObserver<AppendRowsRequest> appendRows(StreamObserver<AppendRowsResponse> out) {
    return new AppendConnection(context, out);
  }

  /** WA-013, WA-014, WA-023, WA-025. */
  @Override
  public void getWriteStream(GetWriteStreamRequest request, StreamObserver<WriteStream> out) {
    StreamName name = StreamName.parse(request.getName()).orElse(null);
    if (name == null) {
      fail(
          out,
          Status.newBuilder()
              .setCode(Code.INVALID_ARGUMENT.getNumber())
              .setMessage("Invalid stream name '" + request.getName() + "'.")
              .build());
      return;
    }
    if (meetsFault("GetWriteStream", name, out)) {
      return;
    }
    TableMetadata table = context.writes().find(name.table()).orElse(null);
    Status refusal = refusal(name, table);
    if (refusal != null || table == null) {
      fail(out, refusal == null ? WriteFaults.missingTable(name) : refusal);
      return;
    }
    WriteStream.Builder stream =
        WriteStream.newBuilder()
            .setName(name.toString())
            .setType(WriteStream.Type.COMMITTED)
            .setWriteMode(WriteStream.WriteMode.INSERT)
            .setLocation(context.writes().location(name.table()).toLowerCase(Locale.ROOT));
    if (request.getView() == WriteStreamView.FULL) {
      stream.setTableSchema(TableSchemas.of(table.fields()));
    }
    out.onNext(stream.build());
    out.onCompleted();
  }

  private static @Nullable Status refusal(StreamName name, @Nullable TableMetadata table) {
    if (!name.isDefault()) {
      return WriteFaults.notSupported("write streams other than _default");
    }
    return table == null ? WriteFaults.missingTable(name) : null;
  }

  private boolean meetsFault(String method, StreamName name, StreamObserver<?> out) {
    Optional<Effect> effect = context.faults().meet(method, name.table().table());
    if (effect.isEmpty()) {
      return false;
    }
    return switch (effect.get().kind()) {
      case FAIL, END_CALL -> {
        Code code = Code.valueOf(effect.get().code());
        fail(out, WriteFaults.status(code, effect.get().message(), name));
        yield true;
      }
      case DELAY -> {
        effect.get().sleep();
        yield false;
      }
      case CUT_BEFORE, CUT_AFTER -> {
        fail(out, WriteFaults.status(Code.UNAVAILABLE, "Cut by a fault script.", name));
        yield true;
      }
      case HANG -> true;
    };
  }

  @Override
  public void createWriteStream(CreateWriteStreamRequest request, StreamObserver<WriteStream> out) {
    fail(out, WriteFaults.notSupported("CreateWriteStream"));
  }

  @Override
  public void finalizeWriteStream(
      FinalizeWriteStreamRequest request, StreamObserver<FinalizeWriteStreamResponse> out) {
    fail(out, WriteFaults.notSupported("FinalizeWriteStream"));
  }

  @Override
  public void flushRows(FlushRowsRequest request, StreamObserver<FlushRowsResponse> out) {
    fail(out, WriteFaults.notSupported("FlushRows"));
  }

  @Override
  public void batchCommitWriteStreams(
      BatchCommitWriteStreamsRequest request, StreamObserver<BatchCommitWriteStreamsResponse> out) {
    fail(out, WriteFaults.notSupported("BatchCommitWriteStreams"));
  }

  private static void fail(StreamObserver<?> out, Status status) {
    out.onError(StatusProto.toStatusRuntimeException(status));
  }
}
