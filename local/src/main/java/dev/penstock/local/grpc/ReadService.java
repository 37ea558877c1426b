package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.BigQueryReadGrpc;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.ReadRowsRequest;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.cloud.bigquery.storage.v1.ReadStream;
import com.google.cloud.bigquery.storage.v1.SplitReadStreamRequest;
import com.google.cloud.bigquery.storage.v1.SplitReadStreamResponse;
import com.google.protobuf.util.Timestamps;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.service.FaultPoint;
import dev.penstock.local.service.FaultPoint.Effect;
import dev.penstock.local.service.FaultPoint.Kind;
import dev.penstock.local.service.ReadRequest;
import dev.penstock.local.service.ReadSessions;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Optional;

/** The BigQueryRead service (RA-001). Thread-safe. */
final class ReadService extends BigQueryReadGrpc.BigQueryReadImplBase {
  private final ReadSessions sessions;
  private final FaultPoint faults;

  ReadService(ReadSessions sessions, FaultPoint faults) {
    this.sessions = sessions;
    this.faults = faults;
  }

  @Override
  public void createReadSession(CreateReadSessionRequest request, StreamObserver<ReadSession> out) {
    try {
      ReadRequest read = SessionRequests.read(request);
      if (!meetsFault("CreateReadSession", read.table(), out, () -> CallReset.reset(out))) {
        out.onNext(session(request.getReadSession(), sessions.create(read)));
        out.onCompleted();
      }
    } catch (ServiceException e) {
      out.onError(ReadFaults.ofSession(e));
    }
  }

  /** RA-004. */
  private static ReadSession session(
      ReadSession asked, dev.penstock.local.service.ReadSession session) {
    ReadSession.Builder answer =
        asked.toBuilder()
            .setName(session.name())
            .setExpireTime(Timestamps.fromMillis(session.expireMillis()))
            .setEstimatedRowCount(session.rows())
            .setEstimatedTotalBytesScanned(session.bytes());
    SessionSchemas.addTo(answer, session);
    for (int stream = 0; stream < session.streamCount(); stream++) {
      answer.addStreams(stream(session, stream));
    }
    return answer.build();
  }

  private static ReadStream stream(dev.penstock.local.service.ReadSession session, int stream) {
    return ReadStream.newBuilder()
        .setName(new ReadStreamName(session.name(), stream).toString())
        .build();
  }

  @Override
  public void readRows(ReadRowsRequest request, StreamObserver<ReadRowsResponse> out) {
    try {
      ReadStreamName name = SessionRequests.stream(request.getReadStream());
      RowsCall call =
          RowsCall.open(
              sessions,
              name,
              request.getOffset(),
              faults,
              (ServerCallStreamObserver<ReadRowsResponse>) out);
      if (!meetsFault("ReadRows", call.table(), out, () -> CallReset.resetRows(out))) {
        Effect refusal = call.begin().orElse(null);
        if (refusal == null) {
          call.start();
        } else {
          ReadFaults.end(out, refusal, call.table());
        }
      }
    } catch (ServiceException e) {
      out.onError(ReadFaults.of(e));
    }
  }

  /** RA-031. */
  @Override
  public void splitReadStream(
      SplitReadStreamRequest request, StreamObserver<SplitReadStreamResponse> out) {
    try {
      ReadStreamName name = SessionRequests.stream(request.getName());
      dev.penstock.local.service.ReadSession session = sessions.load(name.session());
      if (!meetsFault("SplitReadStream", session.table(), out, () -> CallReset.reset(out))) {
        SplitReadStreamResponse.Builder answer = SplitReadStreamResponse.newBuilder();
        session
            .split(name.stream(), request.getFraction())
            .ifPresent(
                primary ->
                    answer
                        .setPrimaryStream(stream(session, primary))
                        .setRemainderStream(stream(session, primary + 1)));
        out.onNext(answer.build());
        out.onCompleted();
      }
    } catch (ServiceException e) {
      out.onError(ReadFaults.of(e));
    }
  }

  /** Whether a fault ended the call, or left it without an answer. */
  private boolean meetsFault(String method, TableId table, StreamObserver<?> out, Runnable reset) {
    Optional<Effect> met = faults.meet(method, table);
    if (met.isEmpty()) {
      return false;
    }
    Effect effect = met.get();
    if (effect.kind() == Kind.DELAY) {
      effect.sleep();
      return false;
    }
    if (effect.kind() == Kind.RESET) {
      reset.run();
    } else if (effect.kind() != Kind.HANG) {
      ReadFaults.end(out, effect, table);
    }
    return true;
  }
}
