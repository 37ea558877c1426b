package dev.penstock.core.append;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The unary calls of a BigQueryWrite server: what came, and what it gets. Thread-safe. */
public final class UnaryScript {
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private volatile Function<Call, CallReply> script = call -> CallReply.answer();

  /**
   * A unary call as it came.
   *
   * @param method for example {@code FlushRows}
   * @param target the table or stream
   * @param number its number among the calls of this method, from 1
   */
  public record Call(String method, String target, int number) {}

  /**
   * What a unary call gets.
   *
   * @param apply whether it is done
   * @param failure the answer; null for success
   */
  public record CallReply(boolean apply, @Nullable Status failure) {
    /** Does what is asked for. */
    public static CallReply answer() {
      return new CallReply(true, null);
    }

    /** Refuses. */
    public static CallReply refuse(Status status) {
      return new CallReply(false, status);
    }

    /** Does what is asked for, but says it failed. */
    public static CallReply applyAndFail(Status status) {
      return new CallReply(true, status);
    }
  }

  /** Answers by this function from now on. */
  void script(Function<Call, CallReply> replies) {
    script = replies;
  }

  /** The calls so far. */
  List<Call> calls() {
    return List.copyOf(calls);
  }

  /** Answers one call: does the action unless the script says otherwise. */
  <R> void answer(String method, String target, StreamObserver<R> observer, Supplier<R> action) {
    Call call;
    synchronized (calls) {
      int number = 1 + (int) calls.stream().filter(c -> c.method().equals(method)).count();
      call = new Call(method, target, number);
      calls.add(call);
    }
    CallReply reply = script.apply(call);
    try {
      R response = reply.apply() ? action.get() : null;
      if (reply.failure() != null) {
        observer.onError(Reply.exception(reply.failure()));
      } else if (response != null) {
        observer.onNext(response);
        observer.onCompleted();
      }
    } catch (StatusRuntimeException e) {
      observer.onError(e);
    }
  }
}
