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
import com.google.protobuf.Timestamp;
import com.google.rpc.Status;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.RowStreams;
import dev.penstock.local.rows.StreamKind;
import dev.penstock.local.rows.StreamSnapshot;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The BigQueryWrite service. Thread-safe. */
final class WriteService extends BigQueryWriteGrpc.BigQueryWriteImplBase {
  /** QT-034. */
  private static final int MAX_COMMITTED_STREAMS = 10_000;

  private final AppendConnection.Context context;
  private final StreamCalls calls;
  private final NewTableFaults newTables;

  WriteService(AppendConnection.Context context, NewTableFaults newTables) {
    this.context = context;
    this.newTables = newTables;
    this.calls = context.calls();
  }

  @Override
  public StreamObserver<AppendRowsRequest> appendRows(StreamObserver<AppendRowsResponse> out) {
    return new AppendConnection(context, (ServerCallStreamObserver<AppendRowsResponse>) out);
  }

  /** WA-036, WA-037, WA-041. */
  @Override
  public void createWriteStream(CreateWriteStreamRequest request, StreamObserver<WriteStream> out) {
    StreamName parent = StreamName.parseTable(request.getParent()).orElse(null);
    if (parent == null) {
      StreamCalls.fail(out, WriteFaults.invalidName("table", request.getParent()));
      return;
    }
    calls.answer(
        "CreateWriteStream",
        parent,
        out,
        () -> {
          StreamKind kind = kind(request.getWriteStream().getType(), parent);
          TableMetadata table = find(parent, WriteFaults::missingTableToUpdate);
          refuse(newTables.createStream(table, parent).orElse(null));
          StreamSnapshot stream = context.writes().streams().create(table, kind);
          return describe(parent.withStream(stream.id()), stream)
              .setTableSchema(TableSchemas.of(table.fields()))
              .build();
        });
  }

  private static StreamKind kind(WriteStream.Type type, StreamName parent) throws CallRefusal {
    return switch (type) {
      case COMMITTED -> StreamKind.COMMITTED;
      case PENDING -> StreamKind.PENDING;
      case BUFFERED -> StreamKind.BUFFERED;
      case TYPE_UNSPECIFIED, UNRECOGNIZED ->
          throw new CallRefusal(
              WriteFaults.invalid("Write stream type must be specified.", parent.tableName()));
    };
  }

  /** WA-013, WA-014, WA-022 to WA-026. */
  @Override
  public void getWriteStream(GetWriteStreamRequest request, StreamObserver<WriteStream> out) {
    StreamName name = StreamName.parse(request.getName()).orElse(null);
    if (name == null) {
      StreamCalls.fail(out, WriteFaults.invalidName("stream", request.getName()));
      return;
    }
    calls.answer(
        "GetWriteStream",
        name,
        out,
        () -> {
          TableMetadata table = find(name, WriteFaults::missingTable);
          WriteStream.Builder stream =
              name.isDefault()
                  ? describe(name)
                  : describe(name, context.writes().streams().load(table, name.stream()));
          if (request.getView() == WriteStreamView.FULL) {
            stream.setTableSchema(TableSchemas.of(table.fields()));
          }
          return stream.build();
        });
  }

  private WriteStream.Builder describe(StreamName name) {
    return WriteStream.newBuilder()
        .setName(name.toString())
        .setType(WriteStream.Type.COMMITTED)
        .setWriteMode(WriteStream.WriteMode.INSERT)
        .setLocation(context.writes().location(name.table()).toLowerCase(Locale.ROOT));
  }

  private WriteStream.Builder describe(StreamName name, StreamSnapshot stream) {
    Timestamp created = timestamp(stream.createMillis());
    WriteStream.Builder out =
        describe(name)
            .setType(WriteStream.Type.valueOf(stream.kind().name()))
            .setCreateTime(created);
    if (stream.kind() == StreamKind.COMMITTED) {
      out.setCommitTime(created);
    } else if (stream.commitMillis() > 0) {
      out.setCommitTime(timestamp(stream.commitMillis()));
    }
    return out;
  }

  private static Timestamp timestamp(long millis) {
    return Timestamp.newBuilder()
        .setSeconds(Math.floorDiv(millis, 1000))
        .setNanos((int) Math.floorMod(millis, 1000L) * 1_000_000)
        .build();
  }

  /** WA-176 to WA-178. */
  @Override
  public void finalizeWriteStream(
      FinalizeWriteStreamRequest request, StreamObserver<FinalizeWriteStreamResponse> out) {
    StreamName name = StreamName.parse(request.getName()).orElse(null);
    if (name == null) {
      StreamCalls.fail(out, WriteFaults.invalidName("stream", request.getName()));
      return;
    }
    calls.answer(
        "FinalizeWriteStream",
        name,
        out,
        () -> {
          refuseDefault("FinalizeWriteStream", name);
          TableMetadata table = find(name, WriteFaults::missingTableToUpdate);
          long rows = context.writes().streams().finish(table, name.stream());
          return FinalizeWriteStreamResponse.newBuilder().setRowCount(rows).build();
        });
  }

  /** WA-179 to WA-185. */
  @Override
  public void flushRows(FlushRowsRequest request, StreamObserver<FlushRowsResponse> out) {
    StreamName name = StreamName.parse(request.getWriteStream()).orElse(null);
    if (name == null) {
      StreamCalls.fail(out, WriteFaults.invalidName("stream", request.getWriteStream()));
      return;
    }
    calls.answer(
        "FlushRows",
        name,
        out,
        () -> {
          refuseDefault("FlushRows", name);
          long offset = request.getOffset().getValue();
          if (!request.hasOffset() || offset < 0) {
            throw new CallRefusal(
                WriteFaults.invalid("Flush offset must be specified and not negative.", name));
          }
          TableMetadata table = find(name, WriteFaults::missingTableToUpdate);
          refuse(newTables.flush(table, name).orElse(null));
          context.writes().streams().flush(table, name.stream(), offset);
          return FlushRowsResponse.newBuilder().setOffset(offset).build();
        });
  }

  /** WA-186 to WA-190. */
  @Override
  public void batchCommitWriteStreams(
      BatchCommitWriteStreamsRequest request, StreamObserver<BatchCommitWriteStreamsResponse> out) {
    StreamName parent = StreamName.parseTable(request.getParent()).orElse(null);
    if (parent == null) {
      StreamCalls.fail(out, WriteFaults.invalidName("table", request.getParent()));
      return;
    }
    calls.answer(
        "BatchCommitWriteStreams",
        parent,
        out,
        () -> {
          List<String> ids = ids(parent, request.getWriteStreamsList());
          TableMetadata table = find(parent, WriteFaults::missingTableToUpdate);
          return commitResponse(parent, context.writes().streams().commit(table, ids));
        });
  }

  private static List<String> ids(StreamName parent, List<String> names) throws CallRefusal {
    if (names.isEmpty() || names.size() > MAX_COMMITTED_STREAMS) {
      throw new CallRefusal(
          WriteFaults.invalid(
              "Between 1 and "
                  + MAX_COMMITTED_STREAMS
                  + " streams must be specified, not "
                  + names.size()
                  + ".",
              parent.tableName()));
    }
    List<String> ids = new ArrayList<>(names.size());
    for (String text : names) {
      StreamName name = StreamName.parse(text).orElse(null);
      if (name == null || name.isDefault() || !name.table().equals(parent.table())) {
        throw new CallRefusal(
            WriteFaults.invalid(
                "Stream '" + text + "' is not a stream created on the parent.",
                parent.tableName()));
      }
      ids.add(name.stream());
    }
    return ids;
  }

  private static BatchCommitWriteStreamsResponse commitResponse(
      StreamName parent, RowStreams.Commit commit) {
    BatchCommitWriteStreamsResponse.Builder response = BatchCommitWriteStreamsResponse.newBuilder();
    commit
        .failures()
        .forEach(
            (id, failure) ->
                response.addStreamErrors(StreamFaults.inCommit(failure, parent.withStream(id))));
    if (commit.failures().isEmpty()) {
      response.setCommitTime(timestamp(commit.millis()));
    }
    return response.build();
  }

  private static void refuseDefault(String method, StreamName name) throws CallRefusal {
    if (name.isDefault()) {
      throw new CallRefusal(
          WriteFaults.invalid(method + " is not supported on the default stream.", name));
    }
  }

  private static void refuse(@Nullable Status status) throws CallRefusal {
    if (status != null) {
      throw new CallRefusal(status);
    }
  }

  private TableMetadata find(StreamName name, Function<StreamName, Status> missing)
      throws CallRefusal {
    TableMetadata table = context.writes().find(name.table()).orElse(null);
    if (table == null) {
      throw new CallRefusal(missing.apply(name));
    }
    return table;
  }
}
