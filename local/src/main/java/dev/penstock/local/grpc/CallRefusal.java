package dev.penstock.local.grpc;

import com.google.rpc.Status;

/** A call that is answered with an error. */
final class CallRefusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Status status;

  CallRefusal(Status status) {
    super(status.getMessage(), null, false, false);
    this.status = status;
  }

  Status status() {
    return status;
  }
}
