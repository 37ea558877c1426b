package dev.penstock.core.append;

import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsRequest;
import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.cloud.bigquery.storage.v1.StorageError;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.connection.Failures;
import dev.penstock.core.connection.UnaryCalls;
import dev.penstock.core.connection.UnaryCalls.Answer;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Destination;
import dev.penstock.core.recovery.RecoveryTable;
import dev.penstock.core.recovery.Step;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One commit of pending streams, attempted until it is done; streams that are committed already are
 * left out of the next attempt. One owner thread.
 */
final class Commit {
  private final UnaryCalls calls;
  private final String parent;
  private final Set<String> open;

  Commit(UnaryCalls calls, Destination destination, Collection<String> streams) {
    this.calls = calls;
    this.parent = destination.resourceName();
    this.open = new LinkedHashSet<>(streams);
  }

  /** Asks once for what is left, and again for as long as that is less than before. */
  Answer<BatchCommitWriteStreamsResponse> attempt() {
    while (true) {
      Answer<BatchCommitWriteStreamsResponse> answer =
          calls.call(
              BigQueryWriteGrpc.getBatchCommitWriteStreamsMethod(),
              BatchCommitWriteStreamsRequest.newBuilder()
                  .setParent(parent)
                  .addAllWriteStreams(open)
                  .build(),
              "parent=" + parent,
              WriteStreams.DEADLINE);
      // A commit that failed answers without an error of the call, and without a time (WA-187).
      if (!(answer instanceof Answer.Success<BatchCommitWriteStreamsResponse> success)
          || success.value().hasCommitTime()) {
        return answer;
      }
      int before = open.size();
      Failure failure = leaveOutCommitted(success.value());
      if (failure != null) {
        return new Answer.Refusal<>(failure);
      }
      if (open.isEmpty()) {
        return answer;
      }
      if (open.size() == before) {
        return new Answer.Refusal<>(
            Failure.of(
                ErrorCode.STREAM_UNUSABLE,
                "the answer has no time, and names none of the streams as committed or faulty"));
      }
    }
  }

  /** Reads every error; returns why this will not do, one for good before one that may pass. */
  private @Nullable Failure leaveOutCommitted(BatchCommitWriteStreamsResponse answer) {
    Failure worst = null;
    int faulty = 0;
    for (StorageError error : answer.getStreamErrorsList()) {
      Failure failure = Failures.of(error);
      if (RecoveryTable.isDone(Step.COMMIT, failure.code())) {
        open.remove(error.getEntity());
        continue;
      }
      faulty++;
      if (worst == null || (worst.code().isRetriable() && !failure.code().isRetriable())) {
        worst = failure.withReason(failure.reason() + " (stream " + error.getEntity() + ")");
      }
    }
    return worst == null || faulty == 1
        ? worst
        : worst.withReason(worst.reason() + ", and " + (faulty - 1) + " more");
  }
}
