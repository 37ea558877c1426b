package dev.penstock.local.grpc;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.service.FaultPoint.Effect;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

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

  static StatusRuntimeException of(Effect effect) {
    Status status =
        effect.code().isEmpty()
            ? Status.UNAVAILABLE.withDescription("Cut by a fault script.")
            : Status.fromCode(Status.Code.valueOf(effect.code())).withDescription(effect.message());
    return status.asRuntimeException();
  }
}
