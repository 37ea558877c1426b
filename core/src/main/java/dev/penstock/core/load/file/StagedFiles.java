package dev.penstock.core.load.file;

import dev.penstock.core.encode.RowBuffer;
import dev.penstock.core.encode.RowEncoder;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowPlan;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.FileFormat;
import dev.penstock.core.load.plan.StagedFile;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.Time;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stages rows of many tables in files, a few open at a time. Rows are on their way when {@link
 * #finish} returned, and stored when a commit of its files succeeded. After a failure it can only
 * be closed. One owner thread, which waits for the store.
 */
public final class StagedFiles implements AutoCloseable {
  private final FileStore store;
  private final String prefix;
  private final StagingOptions options;
  private final Time time;
  private final BlockCompressor compressor;
  private final RowEncoder encoder;
  private final RowBuffer first = new RowBuffer(8 << 10);
  private final FileFinisher finisher;

  /** In the order of their last rows. */
  private final Map<Destination, OpenFile> open = new LinkedHashMap<>(16, 0.75f, true);

  private final List<StagedFile> ended = new ArrayList<>();
  private final StagingCounts counts = new StagingCounts();
  private long sequence;
  private boolean broken;

  /**
   * No file yet.
   *
   * @param prefix what the names of all files begin with, and no other writer's: {@code
   *     run_1/writer_3-5f2e}
   */
  public StagedFiles(FileStore store, String prefix, StagingOptions options, Time time) {
    this.store = store;
    this.prefix = prefix;
    this.options = options;
    this.time = time;
    this.compressor = options.codec().compressor();
    this.encoder = new RowEncoder(options.maxRowBytes());
    this.finisher = new FileFinisher(options.concurrentFinishes());
  }

  /**
   * Takes a row.
   *
   * @param table the same instance for all rows of one schema
   * @return why the row cannot be stored, and nothing is done then; null when it is taken
   * @throws IngestException when no row of its kind can be, or the store fails
   */
  public @Nullable RowFault append(StagedTable table, RowReader row) {
    requireWorking();
    broken = true;
    RowFault fault = appendTo(table, row);
    broken = false;
    return fault;
  }

  private @Nullable RowFault appendTo(StagedTable table, RowReader row) {
    OpenFile file = open.get(table.destination());
    if (file != null && file.table() != table) {
      end(file);
      file = null;
    }
    RowFault fault;
    if (file == null) {
      RowPlan plan = table.plan();
      first.clear();
      fault = encoder.encode(plan, row, null, first);
      if (fault != null) {
        return fault;
      }
      file = begin(table, plan);
      file.rows().add(first);
    } else {
      fault = file.rows().add(row);
      if (fault != null) {
        return fault;
      }
    }
    counts.row();
    file.used(time.nanos());
    if (file.bytes() >= options.maxFileBytes()) {
      end(file);
    }
    return null;
  }

  private OpenFile begin(StagedTable table, RowPlan plan) {
    if (ended.size() + open.size() >= options.maxPendingFiles()) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          "maxPendingFiles: "
              + options.maxPendingFiles()
              + " (expected: more than the "
              + (ended.size() + open.size())
              + " files that wait for the next commit). Commit more often, let files grow larger,"
              + " write fewer tables at once, or raise it where there is memory.");
    }
    if (open.size() >= options.maxOpenFiles()) {
      end(open.values().iterator().next());
      counts.evicted();
    }
    String name = prefix + "/" + table.destination() + "/" + sequence++ + ".avro";
    UploadBuffer out = new UploadBuffer(options.chunkBytes(), store.create(name));
    AvroFile avro = new AvroFile(out, options.codec(), compressor, name);
    avro.writeHeader(table.avroSchema());
    AvroRowFile rows = new AvroRowFile(avro, plan, options.maxRowBytes(), options.blockBytes());
    OpenFile file = new OpenFile(table, rows, out, store.uri(name));
    open.put(table.destination(), file);
    counts.began();
    counts.hold(open.size(), open.size() + ended.size());
    return file;
  }

  /** Ends the files that got no row for the idle timeout. Costs next to nothing when none did. */
  public void endIdle() {
    requireWorking();
    broken = true;
    long idleNanos = options.idleTimeout().toNanos();
    long now = time.nanos();
    Iterator<OpenFile> oldest = open.values().iterator();
    List<OpenFile> idle = new ArrayList<>();
    while (oldest.hasNext()) {
      OpenFile file = oldest.next();
      if (now - file.usedNanos() < idleNanos) {
        break;
      }
      idle.add(file);
    }
    for (OpenFile file : idle) {
      end(file);
      counts.idle();
    }
    broken = false;
  }

  private void end(OpenFile file) {
    open.remove(file.table().destination());
    file.rows().endBlock();
    file.finish();
    ended(file);
  }

  private void ended(OpenFile file) {
    ended.add(
        new StagedFile(file.table().destination(), FileFormat.AVRO, file.uri(), file.bytes()));
    counts.hold(open.size(), open.size() + ended.size());
    counts.ended(file.bytes());
  }

  /** Ends all open files, and hands over every file since the last time. */
  public List<StagedFile> finish() {
    requireWorking();
    broken = true;
    List<OpenFile> last = new ArrayList<>(open.values());
    last.forEach(file -> file.rows().endBlock());
    finisher.finish(last);
    open.clear();
    last.forEach(this::ended);
    List<StagedFile> all = List.copyOf(ended);
    ended.clear();
    counts.hold(0, 0);
    broken = false;
    return all;
  }

  /** Numbers for metrics. */
  public StagingCounts counts() {
    return counts;
  }

  private void requireWorking() {
    if (broken) {
      throw new IllegalStateException(
          "staging under " + prefix + " has ended (expected: nothing after that but close)");
    }
  }

  /** Gives up files that are open. Files that ended stay where they are. */
  @Override
  public void close() {
    broken = true;
    open.clear();
    finisher.close();
    compressor.close();
  }
}
