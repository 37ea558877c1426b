package dev.penstock.core.scan;

import com.google.cloud.bigquery.storage.v1.BigQueryReadGrpc;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.DataFormat;
import com.google.cloud.bigquery.storage.v1.ReadSession.TableModifiers;
import com.google.cloud.bigquery.storage.v1.ReadSession.TableReadOptions;
import com.google.cloud.bigquery.storage.v1.ReadStream;
import com.google.protobuf.Timestamp;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.UnaryCalls;
import dev.penstock.core.connection.UnaryCalls.Answer;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.recovery.Attempts;
import dev.penstock.core.recovery.Patience;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.Time;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes read sessions. Thread-safe. */
public final class ReadSessions {
  private static final Logger LOG = LoggerFactory.getLogger(ReadSessions.class);

  private static final RetryBudget TRIES =
      new RetryBudget(Patience.SESSIONS.schedule(), Patience.SESSIONS.maxRetries());

  private static final Duration CALL_DEADLINE = Duration.ofMinutes(2);

  private final UnaryCalls calls;
  private final Time time;

  /** Sessions made over a connection. */
  public ReadSessions(BigQueryConnection connection, Time time) {
    this.calls = new UnaryCalls(connection.channels());
    this.time = time;
  }

  /**
   * Makes a session: a snapshot of the table. Waits while the service is unavailable, at most ten
   * minutes.
   *
   * @throws IngestException when the service refuses it, or is unavailable for too long
   */
  public ReadSession open(ReadRequest request) {
    CreateReadSessionRequest proto = toProto(request);
    String routing = Routing.parameter("read_session.table", request.table().resourceName());
    String what = "Making a read session of " + request.table();
    Attempts attempts = new Attempts(what, Patience.SESSIONS.longest(), time, LOG);
    while (true) {
      Answer<com.google.cloud.bigquery.storage.v1.ReadSession> answer =
          calls.call(BigQueryReadGrpc.getCreateReadSessionMethod(), proto, routing, CALL_DEADLINE);
      if (answer instanceof Answer.Success<com.google.cloud.bigquery.storage.v1.ReadSession> made) {
        return toSession(made.value());
      }
      if (answer instanceof Answer.Refusal<com.google.cloud.bigquery.storage.v1.ReadSession> no) {
        if (!no.failure().code().isRetriable()
            || !attempts.again(no.failure(), Patience.SESSIONS, TRIES)) {
          throw attempts
              .last(no.failure())
              .toException(what + " failed", cure(no.failure().code()));
        }
      }
    }
  }

  private static CreateReadSessionRequest toProto(ReadRequest request) {
    TableReadOptions.Builder options =
        TableReadOptions.newBuilder().addAllSelectedFields(request.selectedFields());
    if (request.rowRestriction() != null) {
      options.setRowRestriction(request.rowRestriction());
    }
    var session =
        com.google.cloud.bigquery.storage.v1.ReadSession.newBuilder()
            .setTable(request.table().resourceName())
            .setDataFormat(DataFormat.AVRO)
            .setReadOptions(options);
    Instant snapshot = request.snapshotTime();
    if (snapshot != null) {
      session.setTableModifiers(
          TableModifiers.newBuilder()
              .setSnapshotTime(
                  Timestamp.newBuilder()
                      .setSeconds(snapshot.getEpochSecond())
                      .setNanos(snapshot.getNano())));
    }
    return CreateReadSessionRequest.newBuilder()
        .setParent("projects/" + request.parentProject())
        .setReadSession(session)
        .setMaxStreamCount(request.maxStreamCount())
        .setPreferredMinStreamCount(request.preferredMinStreamCount())
        .build();
  }

  private static ReadSession toSession(com.google.cloud.bigquery.storage.v1.ReadSession proto) {
    return new ReadSession(
        proto.getName(),
        proto.getStreamsList().stream().map(ReadStream::getName).toList(),
        proto.getAvroSchema().getSchema(),
        Instant.ofEpochSecond(
            proto.getExpireTime().getSeconds(), proto.getExpireTime().getNanos()));
  }

  private static String cure(ErrorCode code) {
    return switch (code) {
      case TABLE_NOT_FOUND, DATASET_NOT_FOUND, PERMISSION_DENIED ->
          "Check the table's name, and that the account may create read sessions and read the"
              + " table.";
      case REQUEST_INVALID ->
          "Check selected fields, row restriction and snapshot time; only tables can be read, no"
              + " views.";
      case UNAVAILABLE, TIMEOUT -> "Check that BigQuery can be reached, or try later.";
      default -> "";
    };
  }
}
