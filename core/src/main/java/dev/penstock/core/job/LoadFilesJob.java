package dev.penstock.core.job;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A load of files that lie in Cloud Storage, all or none of their rows. Immutable.
 *
 * @param jobId names the run: a second submission of the same id adopts the first (RT-069)
 * @param uris the exact addresses of 1 to 10,000 files (QT-015)
 * @param format of all files
 * @param target the table and how it is written
 * @param schema the columns of the table; fields of the files that it lacks are left out without a
 *     word (RT-110)
 * @param location where the table lies; null lets the service decide
 * @param labels shown in the job history
 * @param timeout how long to wait; the job is cancelled afterwards
 */
public record LoadFilesJob(
    String jobId,
    List<String> uris,
    FileFormat format,
    JobTarget target,
    TableSchema schema,
    @Nullable String location,
    Map<String, String> labels,
    Duration timeout)
    implements JobSpec {
  /**
   * Copies the lists.
   *
   * @throws IngestException UNSUPPORTED_TYPE when the format cannot fill a column
   */
  public LoadFilesJob {
    Objects.requireNonNull(format, "format");
    Objects.requireNonNull(target, "target");
    uris = List.copyOf(uris);
    labels = Map.copyOf(labels);
    Optional<String> json = format == FileFormat.PARQUET ? jsonColumn(schema) : Optional.empty();
    if (json.isPresent()) {
      throw new IngestException(
          ErrorCode.UNSUPPORTED_TYPE,
          "Job "
              + jobId
              + " cannot load PARQUET files into "
              + target.table()
              + ": its column '"
              + json.get()
              + "' is JSON, which no Parquet load takes (LD-024). Stage its rows as AVRO.");
    }
  }

  /** The format in which rows of a table are staged: the one asked for, unless it cannot be. */
  public static FileFormat formatFor(TableSchema schema, FileFormat wanted) {
    return jsonColumn(schema).isPresent() ? FileFormat.AVRO : wanted;
  }

  private static Optional<String> jsonColumn(TableSchema schema) {
    return jsonColumn(schema.columns(), "");
  }

  private static Optional<String> jsonColumn(List<Column> columns, String path) {
    for (Column column : columns) {
      if (column.type() == ColumnType.JSON) {
        return Optional.of(path + column.name());
      }
      Optional<String> nested = jsonColumn(column.fields(), path + column.name() + ".");
      if (nested.isPresent()) {
        return nested;
      }
    }
    return Optional.empty();
  }
}
