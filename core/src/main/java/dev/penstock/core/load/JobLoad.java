package dev.penstock.core.load;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Failures;
import dev.penstock.core.encode.AvroSchema;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.JobEnd;
import dev.penstock.core.job.JobIds;
import dev.penstock.core.job.JobOutcome;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.job.RestCalls;
import dev.penstock.core.load.file.UploadBuffer;
import dev.penstock.core.load.store.ChunkSender;
import dev.penstock.core.load.store.ResumableUpload;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A load by one load job whose rows are uploaded as they come: the job starts when the upload ends,
 * so a process that dies before leaves nothing behind. One owner thread.
 *
 * <p>A job of the same id that succeeded, maybe in an earlier process, is taken for this one: rows
 * are counted then, and not stored again. An id whose job failed is used up (RT-071); the load goes
 * on under the id with a number.
 */
public final class JobLoad implements TableLoad {
  private static final int MAX_ATTEMPTS = 10;

  private final BigQueryConnection connection;
  private final LiveTable table;
  private final LoadJob job;
  private final JobLoadOptions options;
  private final Time time;
  private final Jobs jobs;
  private final String jobId;
  private @Nullable RowFile file;
  private @Nullable ChunkSender sender;
  private boolean adopted;
  private long rows;
  private boolean broken;

  private JobLoad(
      BigQueryConnection connection,
      LiveTable table,
      LoadJob job,
      JobLoadOptions options,
      Time time) {
    this.connection = connection;
    this.table = table;
    this.job = job;
    this.options = options;
    this.time = time;
    this.jobs =
        new Jobs(connection, new RestCalls(connection.rest(), time, options.retryTimeout()), time);
    this.jobId = chooseId();
  }

  /**
   * Prepares a load into a table that exists. Waits for a job of the same id that runs already.
   *
   * @throws IngestException TABLE_NOT_FOUND when the table does not exist
   */
  public static JobLoad open(
      BigQueryConnection connection,
      Destination destination,
      LoadJob job,
      JobLoadOptions options,
      Time time) {
    LiveTable table =
        new TableAdmin(connection, time)
            .ensure(destination, TablePolicy.asItIs(), List.of(), false);
    return new JobLoad(connection, table, job, options, time);
  }

  private String chooseId() {
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      String id = JobIds.attempt(job.jobId(), attempt);
      JobEnd end = jobs.settle(id, location(), job.timeout());
      if (end != JobEnd.FAILED) {
        adopted = end == JobEnd.SUCCEEDED;
        return id;
      }
    }
    throw new IngestException(
        ErrorCode.ALREADY_EXISTS,
        "Job "
            + job.jobId()
            + " failed "
            + MAX_ATTEMPTS
            + " times. Look at its errors in the job history, then load under another id.");
  }

  private @Nullable String location() {
    return table.location().isEmpty() ? null : table.location();
  }

  @Override
  public void append(RowCursor source) {
    requireWorking();
    // Until this row is taken; stays so when anything below throws.
    broken = true;
    if (!adopted) {
      try {
        fileFor(source.schema()).add(source);
      } catch (IngestException e) {
        if (e.code() != ErrorCode.ALREADY_EXISTS) {
          throw e;
        }
        adoptAfter(e);
      }
    }
    rows++;
    broken = false;
  }

  private void requireWorking() {
    if (broken) {
      throw new IllegalStateException(
          "the load into "
              + table.destination()
              + " has ended (expected: nothing after that but close)");
    }
  }

  private RowFile fileFor(SourceSchema schema) {
    if (file == null) {
      ResumableUpload upload =
          new ResumableUpload(
              connection.rest(),
              LoadRequest.upload(
                  connection.rest(),
                  LoadRequest.of(
                      LoadRequest.reference(connection.project(), jobId, location()),
                      job,
                      table.destination(),
                      AvroSchema.of(schema, table.schema()))),
              options.retryTimeout(),
              time);
      sender = new ChunkSender(upload, "Uploading the rows of job " + jobId);
      UploadBuffer buffer = new UploadBuffer(options.chunkBytes(), sender);
      file = new RowFile(schema, table, options, buffer, jobId);
    }
    return file;
  }

  /** Goes on with the job of this id if that succeeded although the upload failed. */
  private void adoptAfter(IngestException failure) {
    if (endAfter(failure) != JobEnd.SUCCEEDED) {
      throw failure;
    }
    adopted = true;
  }

  /** What became of the job although its upload failed. */
  private JobEnd endAfter(IngestException failure) {
    if (Failures.isServerGone(failure)) {
      throw unknown(failure);
    }
    try {
      return jobs.settle(jobId, location(), job.timeout());
    } catch (IngestException e) {
      failure.addSuppressed(e);
      throw unknown(failure);
    }
  }

  private IngestException unknown(IngestException failure) {
    return new IngestException(
        failure.code(),
        failure.getMessage()
            + " Whether its rows are stored is unknown: look at job "
            + jobId
            + " before loading again.",
        failure);
  }

  @Override
  public long bytes() {
    return file == null || adopted ? 0 : file.bytes();
  }

  @Override
  public LoadResult finish() {
    requireWorking();
    broken = true;
    RowFile whole = file;
    if (whole != null && !adopted) {
      try {
        whole.finish();
      } catch (IngestException e) {
        adoptAfter(e);
      }
    } else if (!adopted) {
      return new LoadResult(0, 0, null);
    }
    JobOutcome outcome = jobs.await(jobId, location(), job.timeout());
    if (outcome.outputRows() != rows) {
      throw new IngestException(
          ErrorCode.INTERNAL,
          "Job "
              + jobId
              + " stored "
              + outcome.outputRows()
              + " rows in "
              + table.destination()
              + ", although the source has "
              + rows
              + ". Find out whether the source changed since the job ran, or load under another"
              + " id.");
    }
    return new LoadResult(rows, bytes(), jobId);
  }

  @Override
  public void close() {
    broken = true;
    if (sender != null) {
      sender.close();
    }
    if (file != null) {
      file.close();
    }
  }
}
