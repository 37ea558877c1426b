package dev.penstock.local.grpc;

import io.grpc.HandlerRegistry;
import io.grpc.ServerServiceDefinition;
import io.grpc.util.MutableHandlerRegistry;

/** The write service in one of its modes. Thread-safe. */
final class WriteModes {
  private final ServerServiceDefinition storing;
  private final ServerServiceDefinition acking;
  private final MutableHandlerRegistry registry = new MutableHandlerRegistry();
  private boolean ackOnly;

  WriteModes(ServerServiceDefinition service, boolean ackOnly) {
    this.storing = CallReset.in(service);
    this.acking = AckOnlyAppends.in(service);
    setAckOnly(ackOnly);
  }

  HandlerRegistry registry() {
    return registry;
  }

  synchronized boolean isAckOnly() {
    return ackOnly;
  }

  /** Decides about calls that begin from now on. */
  synchronized void setAckOnly(boolean on) {
    ackOnly = on;
    ServerServiceDefinition unused = registry.addService(on ? acking : storing);
  }
}
