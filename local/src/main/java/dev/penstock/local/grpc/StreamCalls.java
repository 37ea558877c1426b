package dev.penstock.local.grpc;

import com.google.rpc.Code;
import com.google.rpc.Status;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.StreamException;
import dev.penstock.local.service.FaultPoint;
import dev.penstock.local.service.FaultPoint.Effect;
import dev.penstock.local.service.FaultPoint.Kind;
import dev.penstock.local.service.TableWrites;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.util.Optional;

/** Runs the calls about write streams with the faults that a script has for them. Thread-safe. */
final class StreamCalls {
  /** What a call does when nothing keeps it from it. */
  interface Work<T> {
    T run() throws CallRefusal;
  }

  private final TableWrites writes;
  private final FaultPoint faults;

  StreamCalls(TableWrites writes, FaultPoint faults) {
    this.writes = writes;
    this.faults = faults;
  }

  /** Answers a call. */
  <T> void answer(String method, StreamName stream, StreamObserver<T> out, Work<T> work) {
    Effect effect = faults.meet(method, stream.table()).orElse(null);
    Kind kind = effect == null ? null : effect.kind();
    if (kind == Kind.HANG) {
      return;
    }
    if (kind == Kind.RESET) {
      CallReset.reset(out);
      return;
    }
    try {
      if (effect != null) {
        meet(effect, stream);
      }
      T answer = work.run();
      if (kind == Kind.CUT_AFTER) {
        throw new CallRefusal(cut());
      }
      if (kind != Kind.HANG_AFTER) {
        out.onNext(answer);
        out.onCompleted();
      }
    } catch (CallRefusal refusal) {
      fail(out, refusal.status());
    } catch (StreamException refusal) {
      fail(out, StreamFaults.status(refusal, stream));
    } catch (ServiceException e) {
      fail(out, WriteFaults.service(e));
    }
  }

  private void meet(Effect effect, StreamName stream) throws CallRefusal {
    switch (effect.kind()) {
      case FAIL, END_CALL -> throw new CallRefusal(WriteFaults.scripted(effect, stream));
      case DENY -> throw new CallRefusal(WriteFaults.denied(effect, stream.tableName()));
      case CUT_BEFORE -> throw new CallRefusal(cut());
      case DELAY -> effect.sleep();
      case FINALIZE_STREAM, DROP_STREAM -> strike(effect, stream);
      case CUT_AFTER, HANG, HANG_AFTER, RESET, DELETE_SOURCE, EXPIRE_RESULT -> {}
    }
  }

  /** Does to a stream what a script asks; the default one cannot be harmed. */
  void strike(Effect effect, StreamName stream) {
    Optional<TableMetadata> table = writes.find(stream.table());
    if (table.isEmpty() || stream.isDefault()) {
      return;
    }
    if (effect.kind() == Kind.DROP_STREAM) {
      writes.streams().drop(table.get(), stream.stream());
    } else if (effect.kind() == Kind.FINALIZE_STREAM) {
      long unused = writes.streams().finish(table.get(), stream.stream());
    }
  }

  /** Answers a call whose arguments say not even which table it is about. */
  static void fail(StreamObserver<?> out, Status status) {
    out.onError(StatusProto.toStatusRuntimeException(status));
  }

  static Status cut() {
    return Status.newBuilder()
        .setCode(Code.UNAVAILABLE.getNumber())
        .setMessage("The connection was cut by a fault script")
        .build();
  }
}
