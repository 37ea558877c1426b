package dev.penstock.core.publish;

import dev.penstock.core.job.Jobs;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.StreamCommitter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journals of runs in a directory of this machine: one file a run, locked while the run lives
 * and deleted when it ends, so that the next run can clean up after one that died. Thread-safe.
 */
public final class RunJournals {
  private static final Logger LOG = LoggerFactory.getLogger(RunJournals.class);

  /** A journal has its name within moments, unless its run died before. */
  private static final long UNFINISHED_MILLIS = 60_000;

  /** How long an append by streams is known by its id. */
  private static final long KEPT_MILLIS = Duration.ofDays(180).toMillis();

  private final Path directory;
  private final String place;
  private final Time time;

  /**
   * Journals in a directory, which is made when the first run begins.
   *
   * @param place the BigQuery that runs write to, such as {@code project my-project}: journals of
   *     other places are left alone
   */
  public RunJournals(Path directory, String place, Time time) {
    this.directory = directory;
    this.place = place;
    this.time = time;
  }

  /** Begins the journal of a run. */
  RunJournal begin(PublishPlan plan, @Nullable String location) {
    Map<String, String> header = DeadRun.header(plan, place, location);
    header.put(
        DeadRun.ATTEMPT, Long.toHexString(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE)));
    String runId = plan.request().runId();
    Path kept = kept(runId);
    RunJournal journal = RunJournal.begin(directory, runId, kept, header);
    if (plan.steps().get(plan.publishingStep()) instanceof Step.LoadRows && Files.exists(kept)) {
      // A run of this id has ended after this one looked for it.
      journal.remove();
      journal.close();
      throw RunJournal.taken(runId, kept);
    }
    return journal;
  }

  /** Each place has its own: a run may be tried out at one and carried out at another. */
  private Path kept(String runId) {
    return directory.resolve(
        runId + "-" + Integer.toHexString(place.hashCode()) + JournalFile.KEPT_SUFFIX);
  }

  /** What an append by streams left that was done under an id, or nearly. */
  Optional<DeadRun> findKept(String runId) {
    Path file = kept(runId);
    try {
      return Optional.of(
          DeadRun.read(file.toString(), Files.readString(file, StandardCharsets.UTF_8)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw RunJournal.failure("The journal " + file + " cannot be read", e);
    }
  }

  /** Notes that the rows of a kept run are readable. */
  void published(DeadRun run) {
    Path file = kept(run.runId());
    try {
      Files.writeString(
          file,
          JournalFile.line(Map.of("ended", Integer.toString(run.publishes()))),
          StandardOpenOption.APPEND,
          StandardOpenOption.SYNC);
    } catch (IOException e) {
      throw RunJournal.failure("The journal " + file + " cannot be written", e);
    }
  }

  /** Forgets a kept run whose rows can never be readable. */
  void forget(DeadRun run) {
    Path file = kept(run.runId());
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw RunJournal.failure("The journal " + file + " cannot be removed", e);
    }
  }

  /**
   * Cleans up after runs that died: waits for the jobs that they had begun, and drops their staging
   * tables. Runs that live are left alone. The journal of an append by streams is kept for its
   * repetition where that must know it.
   *
   * @throws dev.penstock.core.error.IngestException NOT_SUPPORTED when a later release wrote a
   *     journal; TIMEOUT when a job of a dead run does not end; what the service answered else. The
   *     journal stays then
   */
  public List<RecoveredRun> recover(TableAdmin tables, Jobs jobs, StreamCommitter committer) {
    List<RecoveredRun> recovered = new ArrayList<>();
    RunCleanup cleanup = new RunCleanup(tables, jobs);
    files(JournalFile.UNFINISHED_SUFFIX).forEach(this::removeUnfinished);
    files(JournalFile.KEPT_SUFFIX).forEach(this::removeOld);
    for (Path file : files(JournalFile.SUFFIX)) {
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        if (lives(channel)) {
          continue;
        }
        DeadRun run = DeadRun.read(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        if (run.place().equals(place)) {
          RecoveredRun ended = cleanup.after(run, committer);
          recovered.add(ended);
          SentRows sent = run.sent();
          if (sent != null && (sent.named() || ended.end() != RecoveredRun.End.PUBLISHED)) {
            Files.move(file, kept(run.runId()), StandardCopyOption.ATOMIC_MOVE);
          } else {
            Files.deleteIfExists(file);
          }
        }
      } catch (NoSuchFileException e) {
        LOG.debug("The run of {} ended meanwhile", file);
      } catch (IOException e) {
        throw RunJournal.failure("The journal " + file + " cannot be read", e);
      }
    }
    return recovered;
  }

  /** Removes what a run left that died before it began anything. */
  private void removeUnfinished(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      if (age(file) >= UNFINISHED_MILLIS && !lives(channel)) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      LOG.debug("The run of {} went on meanwhile", file);
    } catch (IOException e) {
      throw RunJournal.failure("The journal " + file + " cannot be removed", e);
    }
  }

  private void removeOld(Path file) {
    try {
      if (age(file) >= KEPT_MILLIS) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      LOG.debug("{} was removed meanwhile", file);
    } catch (IOException e) {
      throw RunJournal.failure("The journal " + file + " cannot be removed", e);
    }
  }

  private long age(Path file) throws IOException {
    return time.currentMillis() - Files.getLastModifiedTime(file).toMillis();
  }

  private List<Path> files(String suffix) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(file -> file.getFileName().toString().endsWith(suffix)).sorted().toList();
    } catch (IOException e) {
      throw RunJournal.failure("The directory of journals " + directory + " cannot be read", e);
    }
  }

  /** The lock is let go when the channel is closed. */
  private static boolean lives(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }
}
