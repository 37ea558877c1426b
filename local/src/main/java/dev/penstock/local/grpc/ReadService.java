package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.AvroSchema;
import com.google.cloud.bigquery.storage.v1.BigQueryReadGrpc;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.DataFormat;
import com.google.cloud.bigquery.storage.v1.ReadRowsRequest;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.cloud.bigquery.storage.v1.ReadStream;
import com.google.cloud.bigquery.storage.v1.SplitReadStreamRequest;
import com.google.cloud.bigquery.storage.v1.SplitReadStreamResponse;
import com.google.protobuf.util.Timestamps;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.service.FaultPoint;
import dev.penstock.local.service.FaultPoint.Effect;
import dev.penstock.local.service.FaultPoint.Kind;
import dev.penstock.local.service.ReadRequest;
import dev.penstock.local.service.ReadSessions;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.InstantSource;
import java.util.Optional;

/** The BigQueryRead service, in Avro (RA-001). Thread-safe. */
final class ReadService extends BigQueryReadGrpc.BigQueryReadImplBase {
  private final ReadSessions sessions;
  private final FaultPoint faults;
  private final InstantSource clock;

  ReadService(ReadSessions sessions, FaultPoint faults, InstantSource clock) {
    this.sessions = sessions;
    this.faults = faults;
    this.clock = clock;
  }

  @Override
  public void createReadSession(CreateReadSessionRequest request, StreamObserver<ReadSession> out) {
    try {
      ReadRequest read = SessionRequests.read(request, clock.instant());
      if (!meetsFault("CreateReadSession", read.table().table(), out)) {
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
            .setDataFormat(DataFormat.AVRO)
            .setAvroSchema(AvroSchema.newBuilder().setSchema(session.avroSchema()))
            .setEstimatedRowCount(session.rows())
            .setEstimatedTotalBytesScanned(session.bytes());
    for (int stream = 0; stream < session.streamCount(); stream++) {
      answer.addStreams(
          ReadStream.newBuilder().setName(new ReadStreamName(session.name(), stream).toString()));
    }
    return answer.build();
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
      if (!meetsFault("ReadRows", call.table(), out)) {
        call.start();
      }
    } catch (ServiceException e) {
      out.onError(ReadFaults.of(e));
    }
  }

  /** Streams are cut as small as this server cuts them: no split is possible (RA-031). */
  @Override
  public void splitReadStream(
      SplitReadStreamRequest request, StreamObserver<SplitReadStreamResponse> out) {
    try {
      ReadStreamName name = SessionRequests.stream(request.getName());
      String table = sessions.load(name.session()).table().table();
      if (!meetsFault("SplitReadStream", table, out)) {
        out.onNext(SplitReadStreamResponse.getDefaultInstance());
        out.onCompleted();
      }
    } catch (ServiceException e) {
      out.onError(ReadFaults.of(e));
    }
  }

  /** Whether a fault ended the call, or left it without an answer. */
  private boolean meetsFault(String method, String table, StreamObserver<?> out) {
    Optional<Effect> met = faults.meet(method, table);
    if (met.isEmpty()) {
      return false;
    }
    Effect effect = met.get();
    if (effect.kind() == Kind.DELAY) {
      effect.sleep();
      return false;
    }
    if (effect.kind() != Kind.HANG) {
      out.onError(ReadFaults.of(effect));
    }
    return true;
  }
}
