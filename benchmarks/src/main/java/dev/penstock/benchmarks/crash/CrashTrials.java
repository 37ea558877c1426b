package dev.penstock.benchmarks.crash;

import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Kills a local BigQuery again and again while all kinds of work go on in it, and compares what is
 * there after each restart with what was acknowledged. One owner thread.
 */
public final class CrashTrials {
  private static final int FIRST_SECONDS = 300;
  private static final int MAX_PAUSE_MILLIS = 300;

  /** Of a JVM that lives for a second or two. */
  private static final List<String> OPTIONS =
      List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

  private final Path directory;
  private final Random random;
  private final int sqlEvery;
  private final List<Work> plain =
      List.of(
          new DefaultStreamWork(),
          new BufferedStreamWork(),
          new ChangeWork(),
          new JobWork(new LoadSteps()),
          new JobWork(new CopySteps()),
          new SubmitWork());
  private final Work sql = new JobWork(new UpdateSteps());

  /**
   * One kill.
   *
   * @param number from 1
   * @param acknowledged how many effects of each kind of work were acknowledged before it
   * @param restart from the start of the process until it answers
   * @param faults what was wrong after the restart, or before the kill
   */
  public record Trial(
      int number, Map<String, Integer> acknowledged, Duration restart, List<String> faults) {}

  /**
   * Trials in an empty directory.
   *
   * @param sqlEvery in which trials SQL runs too, which takes a second or two to load: 1 for all, 2
   *     for each second one
   */
  public CrashTrials(Path directory, long seed, int sqlEvery) {
    this.directory = directory;
    this.random = new Random(seed);
    this.sqlEvery = sqlEvery;
  }

  /** Kills so many times; tells each trial when it is checked. */
  public List<Trial> run(int count, Consumer<Trial> listener)
      throws IOException, InterruptedException, GoneException {
    List<Trial> trials = new ArrayList<>();
    Server server = start();
    try {
      server.rest().createDataset();
      sql.prepare(server);
      for (int number = 1; number <= count; number++) {
        List<Work> works = new ArrayList<>(plain);
        if (number % sqlEvery == 0) {
          works.add(sql);
        }
        for (Work work : works) {
          work.prepare(server);
        }
        Round round = new Round(server, works);
        round.runUntilKilled(random.nextInt(MAX_PAUSE_MILLIS));
        server.close();
        long began = System.nanoTime();
        server = start();
        Duration restart = Duration.ofNanos(System.nanoTime() - began);
        List<String> faults = new ArrayList<>(round.faults);
        for (Work work : works) {
          faults.addAll(work.check(server));
        }
        Trial trial = new Trial(number, round.counts(), restart, List.copyOf(faults));
        trials.add(trial);
        listener.accept(trial);
      }
    } finally {
      server.close();
    }
    return trials;
  }

  private Server start() throws IOException {
    return Server.start(directory, OPTIONS, "--sql-on-demand");
  }

  /** The works on one server, until it is killed. */
  private static final class Round {
    private final Server server;
    private final Map<Work, AtomicInteger> acknowledged = new LinkedHashMap<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final CountDownLatch first;
    private volatile boolean killed;

    Round(Server server, List<Work> works) {
      this.server = server;
      works.forEach(work -> acknowledged.put(work, new AtomicInteger()));
      this.first = new CountDownLatch(works.size());
    }

    void runUntilKilled(int pauseMillis) throws InterruptedException {
      List<Thread> threads = new ArrayList<>();
      acknowledged.forEach(
          (work, count) -> {
            Thread thread = new Thread(() -> run(work, count), work.name());
            threads.add(thread);
            thread.start();
          });
      if (!first.await(FIRST_SECONDS, TimeUnit.SECONDS)) {
        faults.add("not all work was acknowledged in " + FIRST_SECONDS + " s: " + counts());
      }
      Thread.sleep(pauseMillis);
      killed = true;
      server.kill();
      for (Thread thread : threads) {
        thread.join();
      }
    }

    private void run(Work work, AtomicInteger count) {
      try {
        work.run(
            server,
            () -> {
              if (count.incrementAndGet() == 1) {
                first.countDown();
              }
            });
      } catch (GoneException e) {
        if (!killed) {
          faults.add(work.name() + ": the server went away by itself: " + e.getCause());
        }
      } catch (RuntimeException e) {
        faults.add(work.name() + ": " + e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        if (count.get() == 0) {
          first.countDown();
        }
      }
    }

    Map<String, Integer> counts() {
      Map<String, Integer> counts = new LinkedHashMap<>();
      acknowledged.forEach((work, count) -> counts.put(work.name(), count.get()));
      return counts;
    }
  }
}
