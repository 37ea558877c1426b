package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.cloud.bigquery.storage.v1.AppendRowsRequest.MissingValueInterpretation;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import com.google.rpc.Status;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.decode.ArrowSchema;
import dev.penstock.local.decode.DecodedRows;
import dev.penstock.local.decode.MissingValues;
import dev.penstock.local.decode.RowSchema;
import dev.penstock.local.decode.RowSchema.RowKind;
import dev.penstock.local.decode.SchemaFaultException;
import dev.penstock.local.decode.WriterSchema;
import dev.penstock.local.grpc.AnswerQueue.Answer;
import dev.penstock.local.rows.RowBatch;
import dev.penstock.local.rows.StreamException;
import dev.penstock.local.service.BilledPath;
import dev.penstock.local.service.FaultPoint;
import dev.penstock.local.service.FaultPoint.Effect;
import dev.penstock.local.service.TableWrites;
import dev.penstock.local.service.Usage;
import dev.penstock.local.service.WriteOptions;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One AppendRows call. gRPC calls it from one thread at a time; answers are sent from the threads
 * that store the rows.
 */
final class AppendConnection implements StreamObserver<AppendRowsRequest> {
  /** What all connections of a server share. */
  record Context(
      TableWrites writes,
      FaultPoint faults,
      WriteOptions options,
      KnownColumns columns,
      IdleConnections idle,
      InstantSource clock) {
    StreamCalls calls() {
      return new StreamCalls(writes, faults);
    }
  }

  private final Context context;
  private final AnswerQueue answers;
  private final OpenCall open;
  private final Map<TableId, ConnectionStream> streams = new HashMap<>();
  private volatile @Nullable StreamName current;
  private volatile long usedMillis;
  private boolean switched;
  private RowKind kind = RowKind.UNDECIDED;
  private MissingValueInterpretation missing =
      MissingValueInterpretation.MISSING_VALUE_INTERPRETATION_UNSPECIFIED;

  AppendConnection(Context context, ServerCallStreamObserver<AppendRowsResponse> out) {
    this.context = context;
    this.open = new OpenCall(context.faults(), Usage.CONNECTIONS);
    out.setOnCloseHandler(open::end);
    out.setOnCancelHandler(open::end);
    this.answers = new AnswerQueue(out);
    this.usedMillis = context.clock().millis();
    context.idle().add(this);
  }

  /** Ends the call if nothing was sent since a time and nothing waits; whether it has ended. */
  boolean closeIfIdle(long sinceMillis, Duration idleTime) {
    StreamName stream = current;
    if (usedMillis > sinceMillis || stream == null) {
      return answers.isEnded();
    }
    String message =
        "Closing the stream because it has been inactive for " + idleTime.toSeconds() + " seconds.";
    return answers.endIfIdle(WriteFaults.status(Code.ABORTED, message, stream));
  }

  @Override
  public void onNext(AppendRowsRequest request) {
    if (answers.isEnded()) {
      return;
    }
    usedMillis = context.clock().millis();
    try {
      StreamName stream = route(request);
      Optional<Effect> effect =
          open.begin(stream.table()).or(() -> context.faults().meet("AppendRows", stream.table()));
      if (effect.isPresent()) {
        meet(effect.get(), request, stream);
      } else {
        answers.add(append(request, stream));
      }
    } catch (Refusal refusal) {
      answers.add(refusal.answer);
    } catch (ServiceException e) {
      answers.add(new Answer.End(WriteFaults.service(e)));
    }
  }

  private void meet(Effect effect, AppendRowsRequest request, StreamName stream) throws Refusal {
    Answer cut = new Answer.End(StreamCalls.cut());
    switch (effect.kind()) {
      case FAIL -> {
        Optional<TableMetadata> table = context.writes().find(stream.table());
        if (table.isPresent()) {
          learnSchema(request, stream, state(stream, table.get()));
        }
        answers.add(AppendAnswers.error(WriteFaults.scripted(effect, stream), stream));
      }
      case END_CALL -> answers.add(new Answer.End(WriteFaults.scripted(effect, stream)));
      case DENY -> answers.add(new Answer.End(WriteFaults.denied(effect, stream.tableName())));
      case RESET -> answers.add(new Answer.Reset());
      case DELETE_SOURCE, EXPIRE_RESULT -> throw new AssertionError(effect);
      case DELAY -> {
        effect.sleep();
        answers.add(append(request, stream));
      }
      case CUT_BEFORE -> answers.add(cut);
      case CUT_AFTER -> answers.add(append(request, stream).thenApply(stored -> cut));
      case HANG -> answers.add(new CompletableFuture<Answer>());
      case HANG_AFTER -> {
        var unused = append(request, stream);
        answers.add(new CompletableFuture<Answer>());
      }
      case FINALIZE_STREAM, DROP_STREAM -> {
        context.calls().strike(effect, stream);
        answers.add(append(request, stream));
      }
    }
  }

  /** The stream of a request (WA-042 to WA-045). */
  private StreamName route(AppendRowsRequest request) throws Refusal {
    int limit = context.options().maxRequestBytes();
    if (request.getSerializedSize() > limit) {
      throw end(
          Code.INVALID_ARGUMENT,
          "AppendRows request too large: " + request.getSerializedSize() + " limit " + limit);
    }
    StreamName before = current;
    if (request.getWriteStream().isEmpty()) {
      if (before == null || switched) {
        throw end(
            Code.INVALID_ARGUMENT,
            "Invalid stream name '': write_stream must be set on the first request, and on every"
                + " request once the connection has switched streams.");
      }
      return before;
    }
    StreamName stream =
        StreamName.parse(request.getWriteStream())
            .orElseThrow(
                () ->
                    end(
                        Code.INVALID_ARGUMENT,
                        "Invalid stream name '" + request.getWriteStream() + "'."));
    if (before != null && !before.equals(stream)) {
      checkMultiplexing(before, stream);
      switched = true;
    }
    current = stream;
    return stream;
  }

  /** WA-045. */
  private static void checkMultiplexing(StreamName before, StreamName stream) throws Refusal {
    if (!before.isDefault() || !stream.isDefault()) {
      throw end(
          Code.INVALID_ARGUMENT,
          "Only default streams can share a connection, not " + before + " and " + stream + ".");
    }
  }

  private CompletableFuture<Answer> append(AppendRowsRequest request, StreamName stream)
      throws Refusal {
    TableMetadata table =
        context
            .writes()
            .find(stream.table())
            .map(context.columns()::of)
            .orElseThrow(() -> new Refusal(new Answer.End(WriteFaults.missingTable(stream))));
    ConnectionStream state = state(stream, table);
    if (state.isRecreated(table)) {
      throw new Refusal(new Answer.End(WriteFaults.recreated(stream)));
    }
    learnSchema(request, stream, state);
    checkRequest(request, stream);
    RowSchema.Decoder decoder = decoder(request, stream, state, table);
    List<ByteString> serialized =
        request.hasArrowRows()
            ? List.of(request.getArrowRows().getRows().getSerializedRecordBatch())
            : request.getProtoRows().getRows().getSerializedRowsList();
    long bytes = serialized.stream().mapToLong(ByteString::size).sum();
    RowKind expected = stream.isDefault() ? kind : RowKind.INSERTS;
    Optional<Effect> throttled = context.faults().use(Usage.APPEND_BYTES, stream.table(), bytes);
    if (throttled.isPresent()) {
      throw new Refusal(AppendAnswers.error(WriteFaults.scripted(throttled.get(), stream), stream));
    }
    DecodedRows rows = decoder.decode(serialized, missingValues(request), expected);
    if (!rows.faults().isEmpty()) {
      throw new Refusal(AppendAnswers.rowErrors(rows.faults(), stream));
    }
    if (rows.rows().isEmpty()) {
      throw refuse("Rows must be specified.", stream);
    }
    kind = rows.changes() == null ? RowKind.PLAIN : RowKind.CHANGES;
    RowBatch batch = new RowBatch(table, rows.rows(), rows.changes(), request.getSerializedSize());
    boolean newSchema = state.announce(table);
    try {
      BilledPath path = path(batch, stream);
      return store(batch, request, stream)
          .handle(
              (offset, failure) -> {
                if (failure == null) {
                  context.writes().ledger().add(path, bytes);
                }
                return AppendAnswers.of(stream, offset, newSchema ? table : null, failure);
              });
    } catch (StreamException e) {
      throw new Refusal(new Answer.End(StreamFaults.status(e, stream)));
    }
  }

  private BilledPath path(RowBatch batch, StreamName stream) {
    if (stream.isDefault()) {
      return batch.changes() == null ? BilledPath.WRITE_DEFAULT : BilledPath.WRITE_CHANGES;
    }
    return switch (context.writes().streams().load(batch.table(), stream.stream()).kind()) {
      case COMMITTED -> BilledPath.WRITE_COMMITTED;
      case BUFFERED -> BilledPath.WRITE_BUFFERED;
      case PENDING -> BilledPath.WRITE_PENDING;
    };
  }

  private CompletableFuture<Long> store(
      RowBatch batch, AppendRowsRequest request, StreamName stream) {
    if (stream.isDefault()) {
      return context.writes().append(batch);
    }
    long offset = request.hasOffset() ? request.getOffset().getValue() : -1;
    return context.writes().streams().append(batch, stream.stream(), offset);
  }

  private ConnectionStream state(StreamName stream, TableMetadata table) {
    return streams.computeIfAbsent(stream.table(), id -> new ConnectionStream(table));
  }

  private static void checkRequest(AppendRowsRequest request, StreamName stream) throws Refusal {
    if (request.hasOffset() && stream.isDefault()) {
      throw refuse("Offset must not be set on the default stream.", stream);
    }
    if (request.getOffset().getValue() < 0) {
      throw refuse("Offset must not be negative.", stream);
    }
    Set<String> interpreted = request.getMissingValueInterpretationsMap().keySet();
    if (interpreted.stream().anyMatch(name -> name.indexOf('.') >= 0)) {
      throw refuse("Missing value interpretations are of top-level columns only.", stream);
    }
    if (request
        .getMissingValueInterpretationsMap()
        .containsValue(MissingValueInterpretation.MISSING_VALUE_INTERPRETATION_UNSPECIFIED)) {
      throw refuse("Missing value interpretation of a column must not be unspecified.", stream);
    }
  }

  private RowSchema.Decoder decoder(
      AppendRowsRequest request, StreamName stream, ConnectionStream state, TableMetadata table)
      throws Refusal {
    if (!state.hasSchema(request.hasArrowRows())) {
      throw refuse("The writer schema must be set on the first request of a stream.", stream);
    }
    try {
      return state.decoder(table, context.options().deletesNeedRequired(), context.clock());
    } catch (SchemaFaultException e) {
      throw refuse(e, stream);
    }
  }

  /** Takes the writer schema that a request carries, whatever else becomes of the request. */
  private static void learnSchema(
      AppendRowsRequest request, StreamName stream, ConnectionStream state) throws Refusal {
    try {
      if (request.getProtoRows().hasWriterSchema()) {
        state.use(WriterSchema.of(request.getProtoRows().getWriterSchema().getProtoDescriptor()));
      } else if (request.getArrowRows().hasWriterSchema()) {
        state.use(ArrowSchema.of(request.getArrowRows().getWriterSchema().getSerializedSchema()));
      }
    } catch (SchemaFaultException e) {
      throw refuse(e, stream);
    }
  }

  private static Refusal refuse(SchemaFaultException fault, StreamName stream) {
    String message = String.valueOf(fault.getMessage());
    Status status =
        fault.kind() == SchemaFaultException.Kind.EXTRA_FIELDS
            ? WriteFaults.storage(
                Code.INVALID_ARGUMENT,
                StorageErrorCode.SCHEMA_MISMATCH_EXTRA_FIELDS,
                message,
                stream)
            : WriteFaults.invalid(message, stream);
    return new Refusal(AppendAnswers.error(status, stream));
  }

  private MissingValues missingValues(AppendRowsRequest request) {
    MissingValueInterpretation given = request.getDefaultMissingValueInterpretation();
    if (given != MissingValueInterpretation.MISSING_VALUE_INTERPRETATION_UNSPECIFIED) {
      missing = given;
    }
    return new MissingValues(request.getMissingValueInterpretationsMap(), missing);
  }

  @Override
  public void onError(Throwable failure) {
    context.idle().remove(this);
    answers.abandon();
  }

  @Override
  public void onCompleted() {
    context.idle().remove(this);
    if (current == null) {
      answers.add(
          new Answer.End(
              Status.newBuilder()
                  .setCode(Code.INVALID_ARGUMENT.getNumber())
                  .setMessage("Cannot route on empty project id ''")
                  .build()));
    }
    answers.halfClose();
  }

  private static Refusal refuse(String message, StreamName stream) {
    return new Refusal(AppendAnswers.error(WriteFaults.invalid(message, stream), stream));
  }

  private static Refusal end(Code code, String message) {
    return new Refusal(
        new Answer.End(Status.newBuilder().setCode(code.getNumber()).setMessage(message).build()));
  }

  /** A request that is answered without storing anything. */
  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Answer answer;

    Refusal(Answer answer) {
      super(null, null, false, false);
      this.answer = answer;
    }
  }
}
