package dev.penstock.cli.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import org.jspecify.annotations.Nullable;

/** Opens sources by their URI. */
public final class Sources {
  private Sources() {}

  /**
   * The source of a URI; nothing is read yet.
   *
   * @param table the table of a database; null for files
   * @throws IngestException INVALID_OPTION for options that the source does not have
   */
  public static Source open(SourceUri uri, @Nullable String table) {
    if (uri.scheme() == Scheme.POSTGRESQL) {
      return PostgresSource.of(uri, table, System.getenv());
    }
    throw new IngestException(
        ErrorCode.NOT_SUPPORTED, "Sources of " + uri + " are not there yet. Use another version.");
  }
}
