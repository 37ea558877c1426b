package dev.penstock.local.grpc;

import com.google.rpc.Code;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.service.FaultPoint.Effect;
import dev.penstock.local.service.FaultPoint.Kind;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;

/** The errors of the read service, in its own words. */
final class ReadFaults {
  private ReadFaults() {}

  /** A refusal of CreateReadSession, which says so (RA-012, RA-013). */
  static StatusRuntimeException ofSession(ServiceException refusal) {
    boolean mine = refusal.httpCode() >= 500;
    return of(refusal, mine ? "" : "request failed: ");
  }

  static StatusRuntimeException of(ServiceException refusal) {
    return of(refusal, "");
  }

  private static StatusRuntimeException of(ServiceException refusal, String prefix) {
    return status(refusal.httpCode())
        .withDescription(prefix + refusal.getMessage())
        .asRuntimeException();
  }

  private static Status status(int httpCode) {
    return switch (httpCode) {
      case 400 -> Status.INVALID_ARGUMENT;
      case 403 -> Status.PERMISSION_DENIED;
      case 404 -> Status.NOT_FOUND;
      case 412 -> Status.FAILED_PRECONDITION;
      case 429 -> Status.RESOURCE_EXHAUSTED;
      case 501 -> Status.UNIMPLEMENTED;
      default -> Status.INTERNAL;
    };
  }

  /** What a script asks instead of an answer. */
  static void end(StreamObserver<?> out, Effect effect, TableId table) {
    out.onError(of(effect, table));
  }

  private static StatusRuntimeException of(Effect effect, TableId table) {
    if (effect.kind() == Kind.DENY) {
      return StatusProto.toStatusRuntimeException(
          WriteFaults.denied(effect, new StreamName(table, "_default").tableName()));
    }
    if (effect.code().isEmpty()) {
      return Status.UNAVAILABLE.withDescription("Cut by a fault script.").asRuntimeException();
    }
    com.google.rpc.Status status =
        com.google.rpc.Status.newBuilder()
            .setCode(Code.valueOf(effect.code()).getNumber())
            .setMessage(effect.message())
            .build();
    return StatusProto.toStatusRuntimeException(
        effect.delay().isZero() ? status : WriteFaults.withRetry(status, effect.delay()));
  }
}
