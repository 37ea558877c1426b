package dev.penstock.local.rows;

import dev.penstock.local.catalog.ServiceException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for what shards do. */
final class Waiting {
  private Waiting() {}

  /** For a change of tables, which fails as the service does. */
  static void forChange(CompletableFuture<Void> done) {
    try {
      done.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ServiceException refusal) {
        throw refusal;
      }
      throw ServiceException.backend(e.getCause() == null ? e : e.getCause());
    }
  }

  /** For a statement, whose failure DuckDB words. */
  static void forStatement(CompletableFuture<Void> done) throws SQLException {
    try {
      done.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof SQLException failure) {
        throw failure;
      }
      if (e.getCause() instanceof ServiceException refusal) {
        throw refusal;
      }
      throw e;
    }
  }
}
