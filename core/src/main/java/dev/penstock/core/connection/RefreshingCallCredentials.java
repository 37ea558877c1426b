package dev.penstock.core.connection;

import io.grpc.CallCredentials;
import java.util.concurrent.Executor;

/**
 * Call credentials whose token refresh runs on a thread of its own: channels run their callbacks on
 * the event loop, which must not wait for a token server. Thread-safe.
 */
final class RefreshingCallCredentials extends CallCredentials {
  private final CallCredentials delegate;
  private final Executor refreshes;

  RefreshingCallCredentials(CallCredentials delegate, Executor refreshes) {
    this.delegate = delegate;
    this.refreshes = refreshes;
  }

  @Override
  public void applyRequestMetadata(
      RequestInfo requestInfo, Executor appExecutor, MetadataApplier applier) {
    delegate.applyRequestMetadata(requestInfo, refreshes, applier);
  }
}
