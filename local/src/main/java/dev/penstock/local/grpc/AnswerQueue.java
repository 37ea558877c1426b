package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.rpc.Status;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The answers of a connection: one per request, in request order, whatever order they get ready in
 * (WA-047). Thread-safe.
 */
final class AnswerQueue {
  /** What a request gets: a response, or the end of the call. */
  sealed interface Answer {
    /** A response. */
    record Response(AppendRowsResponse response) implements Answer {}

    /** The call ends with an error. */
    record End(Status status) implements Answer {}

    /** The call's HTTP/2 stream is reset. */
    record Reset() implements Answer {}
  }

  private final StreamObserver<AppendRowsResponse> out;
  private final Queue<CompletableFuture<Answer>> waiting = new ArrayDeque<>();
  private boolean halfClosed;
  private boolean ended;

  AnswerQueue(StreamObserver<AppendRowsResponse> out) {
    this.out = out;
  }

  /** Adds the answer of the next request. */
  void add(CompletableFuture<Answer> answer) {
    synchronized (this) {
      waiting.add(answer);
    }
    var unused = answer.whenComplete((value, failure) -> send());
  }

  /** Adds an answer that is ready. */
  void add(Answer answer) {
    add(CompletableFuture.completedFuture(answer));
  }

  /** Whether the call has ended or is about to. */
  synchronized boolean isEnded() {
    return ended;
  }

  /** The client sends no more requests (WA-061). */
  void halfClose() {
    synchronized (this) {
      halfClosed = true;
    }
    send();
  }

  /** The client is gone. */
  synchronized void abandon() {
    ended = true;
    waiting.clear();
  }

  /** Ends the call unless an answer waits or the client is done; whether it has ended. */
  synchronized boolean endIfIdle(Status status) {
    if (!ended && !halfClosed && waiting.isEmpty()) {
      ended = true;
      out.onError(StatusProto.toStatusRuntimeException(status));
    }
    return ended;
  }

  private synchronized void send() {
    while (!ended && !waiting.isEmpty() && waiting.peek().isDone()) {
      send(waiting.remove());
    }
    if (!ended && halfClosed && waiting.isEmpty()) {
      ended = true;
      out.onCompleted();
    }
  }

  private void send(CompletableFuture<Answer> ready) {
    Answer answer = ready.isCompletedExceptionally() ? null : ready.join();
    if (answer instanceof Answer.Response response) {
      out.onNext(response.response());
    } else if (answer instanceof Answer.Reset) {
      ended = true;
      CallReset.resetAppends(out);
    } else {
      ended = true;
      out.onError(StatusProto.toStatusRuntimeException(status(answer)));
    }
  }

  private static Status status(@Nullable Answer answer) {
    return answer instanceof Answer.End end
        ? end.status()
        : Status.newBuilder()
            .setCode(com.google.rpc.Code.INTERNAL.getNumber())
            .setMessage("The local BigQuery failed to store the rows")
            .build();
  }
}
