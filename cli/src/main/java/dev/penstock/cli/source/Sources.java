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
    if (table != null && uri.scheme() != Scheme.POSTGRESQL) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          "--table: " + table + " (expected: none, " + uri.scheme().prefix() + " is one table)");
    }
    return switch (uri.scheme()) {
      case CSV -> new CsvSource(uri);
      case JSONL -> new JsonLinesSource(uri);
      case POSTGRESQL -> PostgresSource.of(uri, table, System.getenv());
      case PARQUET -> new ParquetSource(uri);
    };
  }
}
