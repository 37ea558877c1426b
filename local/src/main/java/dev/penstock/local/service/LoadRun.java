package dev.penstock.local.service;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.decode.ColumnDefault;
import dev.penstock.local.decode.RowFaultException;
import dev.penstock.local.load.FileRows;
import dev.penstock.local.load.LogicalBytes;
import dev.penstock.local.load.RowsAhead;
import dev.penstock.local.objects.ObjectStore;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.rows.StagedRows;
import java.io.IOException;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs a load job: the rows of the file wait outside of the table until all of them are read, then
 * one transaction makes table, rows and the job's end (RT-089). One owner thread.
 */
final class LoadRun implements JobRun {
  private final Catalog catalog;
  private final DuckRowStore rows;
  private final InstantSource clock;
  private final ObjectStore objects;
  private final Spool spool;
  private final LoadSpec spec;
  private final JobLimits limits;

  LoadRun(
      Catalog catalog,
      DuckRowStore rows,
      ObjectStore objects,
      Spool spool,
      InstantSource clock,
      LoadSpec spec,
      JobLimits limits) {
    this.catalog = catalog;
    this.rows = rows;
    this.objects = objects;
    this.spool = spool;
    this.clock = clock;
    this.spec = spec;
    this.limits = limits;
  }

  @Override
  public JobOutcome run(JobEnd end) throws SQLException, IOException {
    try (LoadFiles files = LoadFiles.open(spec.source(), objects, spool)) {
      JobDestination destination = JobDestination.open(catalog, rows, spec.target());
      try {
        return load(destination, files, end);
      } catch (ServiceException e) {
        if (!destination.isCreatedByOthers()) {
          throw e;
        }
        return load(JobDestination.open(catalog, rows, spec.target()), files, end);
      }
    }
  }

  private JobOutcome load(JobDestination destination, LoadFiles files, JobEnd end)
      throws SQLException, IOException {
    destination.requireLayout(spec.layout());
    LoadColumns columns =
        named(
            files.last(),
            () ->
                LoadColumns.of(
                    spec, destination.before(), spec.format().open(files.last().path()).schema()));
    BadRows bad = new BadRows(spec);
    try (StagedRows staged = rows.stage(columns.table())) {
      long bytes = 0;
      for (LoadFiles.Entry file : files.entries()) {
        bytes += named(file, () -> read(file, columns, staged, bad, end));
      }
      staged.finish();
      JobOutcome outcome =
          new JobOutcome.Load(
              files.entries().size(),
              files.bytes(),
              staged.count(),
              bytes,
              bad.count(),
              bad.errors());
      destination.write(
          columns.table(),
          created(),
          (connection, table) -> {
            limits.arriving(connection, table, staged.relation(), columns.table());
            staged.moveTo(connection, table);
            limits.arrived(connection, table);
            end.write(connection, outcome);
          });
      return outcome;
    }
  }

  private TableMetadata created() {
    LoadSpec.Properties properties = spec.properties();
    TableMetadata draft = TableMetadata.draft(spec.target().table().whole(), List.of());
    return spec.layout()
        .applyTo(draft)
        .described(properties.description(), properties.friendlyName(), properties.labels());
  }

  private interface Reading<T> {
    T run() throws SQLException, IOException;
  }

  /** Says of which file a refusal is. */
  private static <T> T named(LoadFiles.Entry file, Reading<T> reading)
      throws SQLException, IOException {
    try {
      return reading.run();
    } catch (ServiceException e) {
      throw new ServiceException(e.httpCode(), e.reason(), e.getMessage() + file.suffix());
    }
  }

  private long read(
      LoadFiles.Entry file, LoadColumns columns, StagedRows staged, BadRows bad, JobEnd end)
      throws SQLException, IOException {
    long bytes = 0;
    try (FileRows in = new RowsAhead(spec.format().open(file.path()).rows(columns.read()))) {
      RowLayout layout = new RowLayout(columns, in);
      while (true) {
        end.check();
        try {
          @Nullable Object[] row = in.next();
          if (row == null) {
            return bytes;
          }
          @Nullable Object[] complete = layout.complete(row);
          long size = size(complete);
          staged.add(complete);
          bytes += size;
        } catch (RowFaultException e) {
          bad.add(String.valueOf(e.getMessage()), staged.count(), file);
        }
      }
    }
  }

  /** QT-016, LD-028. */
  private long size(@Nullable Object[] row) throws RowFaultException {
    long bytes = LogicalBytes.of(row);
    long limit = spec.format().maxRowBytes();
    if (bytes > limit) {
      throw new RowFaultException(
          "Row size is larger than: " + limit + ". Row size: " + bytes + ".");
    }
    return bytes;
  }

  /** Puts the values of a file's row where the table has them, with defaults between (LD-046). */
  private final class RowLayout {
    private final List<Field> table;
    private final int[] sources;
    private final boolean straight;

    RowLayout(LoadColumns columns, FileRows in) {
      this.table = columns.table();
      this.sources = new int[table.size()];
      boolean same = columns.read().size() == table.size();
      Map<String, Integer> read = Field.positions(columns.read());
      for (int i = 0; i < sources.length; i++) {
        int source = read.getOrDefault(table.get(i).name(), -1);
        sources[i] = source >= 0 && in.has(source) ? source : -1;
        same &= sources[i] == i;
        requireValue(table.get(i), sources[i]);
      }
      this.straight = same;
    }

    /** LD-047. */
    private static void requireValue(Field field, int source) {
      if (source < 0 && field.mode() == Mode.REQUIRED && field.defaultValueExpression() == null) {
        throw ServiceException.invalid(
            "Error while reading data, error message: Missing required field: "
                + field.name()
                + ".");
      }
    }

    @Nullable Object[] complete(@Nullable Object[] row) {
      if (straight) {
        return row;
      }
      @Nullable Object[] complete = new @Nullable Object[sources.length];
      for (int i = 0; i < sources.length; i++) {
        complete[i] = sources[i] >= 0 ? row[sources[i]] : ColumnDefault.value(table.get(i), clock);
      }
      return complete;
    }
  }
}
