package dev.penstock.core.publish;

import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** The journal of one run, locked while the run lives. One owner thread. */
final class RunJournal implements AutoCloseable {
  private final Path file;
  private final Path kept;
  private final Map<String, String> header;

  /** Its channel would close, and the lock be gone, if an interrupted thread wrote through it. */
  private final RandomAccessFile out;

  private boolean holdsStreams;
  private boolean repeatable;

  private RunJournal(Path file, Path kept, Map<String, String> header, RandomAccessFile out) {
    this.file = file;
    this.kept = kept;
    this.header = header;
    this.out = out;
  }

  /**
   * Begins a journal. It gets its name once it is locked and has its first line, so that nobody
   * ever takes it for that of a dead run.
   *
   * @param kept its name after the run, under which a repetition finds it
   */
  static RunJournal begin(Path directory, String runId, Path kept, Map<String, String> header) {
    Path unfinished = directory.resolve(runId + JournalFile.UNFINISHED_SUFFIX);
    Path file = directory.resolve(runId + JournalFile.SUFFIX);
    try {
      Files.createDirectories(directory);
      RandomAccessFile out = new RandomAccessFile(unfinished.toFile(), "rw");
      try {
        FileLock lock = out.getChannel().tryLock();
        if (lock == null) {
          throw taken(runId, file);
        }
        if (Files.exists(file)) {
          Files.deleteIfExists(unfinished);
          throw taken(runId, file);
        }
        out.setLength(0);
        RunJournal journal = new RunJournal(file, kept, header, out);
        journal.write(JournalFile.line(header));
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        return journal;
      } catch (IOException | RuntimeException e) {
        out.close();
        throw e;
      }
    } catch (IOException e) {
      throw failure("The journal " + file + " cannot be written", e);
    }
  }

  static IngestException taken(String runId, Path file) {
    return new IngestException(
        ErrorCode.RUN_ID_USED,
        "A run with the id "
            + runId
            + " goes on already on this machine ("
            + file
            + "). Nothing was done. Wait for its end, or load under another id.");
  }

  static IngestException failure(String what, IOException e) {
    return new IngestException(
        ErrorCode.INTERNAL,
        what
            + ": "
            + e
            + ". Runs clean up by their journals: make the directory writable, or name another.",
        e);
  }

  /** What tells this run from others with its id, as on another machine. */
  String attempt() {
    return header.getOrDefault(DeadRun.ATTEMPT, "");
  }

  /** Where its jobs run; empty when the service decides. */
  String location() {
    return header.getOrDefault("location", "");
  }

  /** Notes that a step begins; the note is on disk before the step is. */
  void begins(int index, Step step, String jobId) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("begins", Integer.toString(index));
    fields.put("step", step.getClass().getSimpleName());
    if (step.isJob()) {
      fields.put("job", jobId);
    }
    append(fields);
  }

  /** Notes that all rows of a load went out, and that it is made readable now. */
  void commits(int index) {
    append(Map.of("commits", Integer.toString(index)));
  }

  /**
   * Notes the same of an append by streams, with all that it takes to find out later whether it is
   * readable.
   */
  void commits(int index, SentRows sent) {
    StringBuilder lines = new StringBuilder();
    for (FinishedStreams.Part part : sent.streams().parts()) {
      Map<String, String> fields = new LinkedHashMap<>();
      fields.put("stream", part.stream());
      fields.put("rows", Long.toString(part.rows()));
      lines.append(JournalFile.line(fields));
    }
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("commits", Integer.toString(index));
    fields.put("source", sent.source());
    fields.put("named", Boolean.toString(sent.named()));
    fields.put("table_created", Long.toString(sent.tableCreatedMillis()));
    append(lines + JournalFile.line(fields));
    holdsStreams = true;
    repeatable = sent.named();
  }

  /** Notes that a step is done. */
  void ended(int index) {
    append(Map.of("ended", Integer.toString(index)));
  }

  private void append(Map<String, String> fields) {
    append(JournalFile.line(fields));
  }

  private void append(String lines) {
    try {
      write(lines);
    } catch (IOException e) {
      throw failure("The journal " + file + " cannot be written", e);
    }
  }

  private void write(String lines) throws IOException {
    out.write(lines.getBytes(StandardCharsets.UTF_8));
    out.getFD().sync();
  }

  /** Ends it when the run is done: only what a repetition must know stays. */
  void done() {
    if (repeatable) {
      keep();
    } else {
      remove();
    }
  }

  /** Whether a repetition of the run finds streams in it. */
  boolean holdsStreams() {
    return holdsStreams;
  }

  /** Leaves the journal to a repetition of the run, and to nobody else. */
  void keep() {
    try {
      Files.move(file, kept, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw failure("The journal " + file + " cannot be renamed", e);
    }
  }

  /** Removes the journal: nothing is left to clean up. */
  void remove() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failure("The journal " + file + " cannot be removed", e);
    }
  }

  /** Lets go of the file; it stays for the next run unless it was removed. */
  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw failure("The journal " + file + " cannot be closed", e);
    }
  }
}
