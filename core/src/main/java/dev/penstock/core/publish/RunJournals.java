package dev.penstock.core.publish;

import dev.penstock.core.job.Jobs;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.Time;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    return RunJournal.begin(directory, plan.request().runId(), header);
  }

  /**
   * Cleans up after runs that died: waits for the jobs that they had begun, and drops their staging
   * tables. Runs that live are left alone.
   *
   * @throws dev.penstock.core.error.IngestException NOT_SUPPORTED when a later release wrote a
   *     journal; TIMEOUT when a job of a dead run does not end; what the service answered else. The
   *     journal stays then
   */
  public List<RecoveredRun> recover(TableAdmin tables, Jobs jobs) {
    List<RecoveredRun> recovered = new ArrayList<>();
    RunCleanup cleanup = new RunCleanup(tables, jobs);
    files(JournalFile.UNFINISHED_SUFFIX).forEach(this::removeUnfinished);
    for (Path file : files(JournalFile.SUFFIX)) {
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        if (lives(channel)) {
          continue;
        }
        DeadRun run = DeadRun.read(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        if (run.place().equals(place)) {
          recovered.add(cleanup.after(run));
          Files.deleteIfExists(file);
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
      long age = time.currentMillis() - Files.getLastModifiedTime(file).toMillis();
      if (age >= UNFINISHED_MILLIS && !lives(channel)) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      LOG.debug("The run of {} went on meanwhile", file);
    } catch (IOException e) {
      throw RunJournal.failure("The journal " + file + " cannot be removed", e);
    }
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
