package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.ArrowRecordBatch;
import com.google.cloud.bigquery.storage.v1.AvroRows;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import com.google.cloud.bigquery.storage.v1.StreamStats;
import com.google.cloud.bigquery.storage.v1.ThrottleState;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.read.Page;
import dev.penstock.local.read.RowFormat;
import dev.penstock.local.service.FaultPoint;
import dev.penstock.local.service.FaultPoint.Effect;
import dev.penstock.local.service.FaultPoint.Kind;
import dev.penstock.local.service.ReadSession;
import dev.penstock.local.service.ReadSessions;
import dev.penstock.local.service.Usage;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.Optional;

/**
 * One ReadRows call. It reads a page only when the client takes one, and holds nothing between two
 * pages but its offset. gRPC calls it from one thread at a time.
 */
final class RowsCall {
  private final ReadSessions sessions;
  private final ReadStreamName name;
  private final TableId table;
  private final long rows;
  private final FaultPoint faults;
  private final ServerCallStreamObserver<ReadRowsResponse> out;
  private long offset;
  private boolean first = true;
  private boolean ended;
  private final OpenCall open;

  private RowsCall(
      ReadSessions sessions,
      ReadStreamName name,
      long offset,
      FaultPoint faults,
      ServerCallStreamObserver<ReadRowsResponse> out) {
    ReadSession session = sessions.load(name.session());
    if (name.stream() >= session.streamCount()) {
      throw ServiceException.notFound("Not found: Stream " + name);
    }
    this.sessions = sessions;
    this.name = name;
    this.table = session.table();
    this.rows = session.rows(name.stream());
    this.faults = faults;
    this.out = out;
    this.offset = offset;
    this.open = new OpenCall(faults, Usage.READS);
  }

  /** RA-020, RA-024. */
  static RowsCall open(
      ReadSessions sessions,
      ReadStreamName name,
      long offset,
      FaultPoint faults,
      ServerCallStreamObserver<ReadRowsResponse> out) {
    RowsCall call = new RowsCall(sessions, name, offset, faults, out);
    if (offset < 0) {
      throw ServiceException.invalid("offset " + offset + " is negative.");
    }
    if (offset > call.rows) {
      throw new ServiceException(
          412, "failedPrecondition", "offset " + offset + " has not been allocated yet");
    }
    return call;
  }

  TableId table() {
    return table;
  }

  /** How the call is refused because too many are open. */
  Optional<Effect> begin() {
    return open.begin(table);
  }

  /** Answers from now on whenever the client is ready. */
  void start() {
    out.setOnReadyHandler(this::run);
    out.setOnCancelHandler(
        () -> {
          ended = true;
          open.end();
        });
    out.setOnCloseHandler(open::end);
  }

  private void run() {
    try {
      while (!ended && !out.isCancelled() && out.isReady()) {
        step();
      }
    } catch (ServiceException e) {
      ended = true;
      out.onError(ReadFaults.of(e));
    }
  }

  private void step() {
    if (offset == rows) {
      ended = true;
      out.onCompleted();
      return;
    }
    Optional<Effect> met = faults.meet("ReadRows.response", table);
    Kind kind = met.map(Effect::kind).orElse(null);
    if (kind == Kind.HANG) {
      ended = true;
      return;
    }
    if (kind == Kind.DELAY) {
      met.get().sleep();
    }
    if (kind == null || kind == Kind.DELAY || kind == Kind.CUT_AFTER) {
      respond();
    }
    if (kind != null && kind != Kind.DELAY) {
      ended = true;
      if (kind == Kind.RESET) {
        CallReset.resetRows(out);
        return;
      }
      ReadFaults.end(out, met.get(), table);
    }
  }

  /** RA-021. */
  private void respond() {
    ReadSession session = sessions.load(name.session());
    Page page = session.read(name.stream(), offset);
    ReadRowsResponse.Builder response =
        ReadRowsResponse.newBuilder()
            .setRowCount(page.rows())
            .setStats(StreamStats.newBuilder().setProgress(progress(page.rows())))
            .setThrottleState(ThrottleState.getDefaultInstance());
    ByteString content = UnsafeByteOperations.unsafeWrap(page.content());
    if (session.format() == RowFormat.AVRO) {
      response.setAvroRows(AvroRows.newBuilder().setSerializedBinaryRows(content));
    } else {
      response.setArrowRecordBatch(ArrowRecordBatch.newBuilder().setSerializedRecordBatch(content));
    }
    if (first) {
      SessionSchemas.addTo(response, session);
      first = false;
    }
    out.onNext(response.build());
    offset += page.rows();
  }

  private StreamStats.Progress progress(int answered) {
    return StreamStats.Progress.newBuilder()
        .setAtResponseStart((double) offset / rows)
        .setAtResponseEnd((double) (offset + answered) / rows)
        .build();
  }
}
