package dev.penstock.benchmarks.load;

import dev.penstock.cli.column.ColumnReport;
import dev.penstock.cli.source.SourceTable;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.load.JobLoad;
import dev.penstock.core.load.JobLoadOptions;
import dev.penstock.core.load.LoadJob;
import dev.penstock.core.load.LoadJob.Disposition;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.load.file.FileCodec;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import dev.penstock.core.table.DatasetAdmin;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.Time;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The path of rows into the store, without a source. One owner thread. */
final class Store implements AutoCloseable {
  private static final Pattern LISTENING = Pattern.compile("REST (\\S+) gRPC (\\S+)");
  private static final String PROJECT = "local";
  private static final String DATASET = "alone";

  private final BigQueryConnection connection;

  private Store(BigQueryConnection connection) {
    this.connection = connection;
  }

  /** The store of the server that printed the line. */
  static Store of(String line) {
    Matcher listening = LISTENING.matcher(line);
    if (!listening.find()) {
      throw new IllegalArgumentException("no addresses in: " + line);
    }
    Endpoint endpoint = new Endpoint.Emulator(URI.create(listening.group(1)), listening.group(2));
    return new Store(BigQueryConnection.open(endpoint, PROJECT, "penstock-bench"));
  }

  /** Loads rows like those of the source into a new table. */
  void fill(String table, SourceTable source, int rows) {
    new DatasetAdmin(connection, Time.SYSTEM).create(PROJECT, DATASET, null);
    Destination destination = new Destination(PROJECT, DATASET, table);
    TableSchema schema =
        new TableSchema(source.columns().stream().map(ColumnReport::column).toList());
    new TableAdmin(connection, Time.SYSTEM)
        .create(destination, new TableSpec(schema, List.of(), null, List.of()));
    JobLoadOptions options = JobLoadOptions.builder().codec(FileCodec.NONE).build();
    LoadJob job = new LoadJob("alone_" + table, Map.of(), Disposition.APPEND, Duration.ofHours(1));
    try (RowCursor first = source.rows();
        KeptRows kept = new KeptRows(first, rows);
        TableLoad load = JobLoad.open(connection, destination, job, options, Time.SYSTEM)) {
      while (kept.next()) {
        load.append(kept);
      }
      long stored = load.finish().rows();
      if (stored != rows) {
        throw new IllegalStateException("stored " + stored + " rows of " + rows);
      }
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
