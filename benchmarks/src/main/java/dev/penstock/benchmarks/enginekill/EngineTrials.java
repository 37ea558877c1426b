package dev.penstock.benchmarks.enginekill;

import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Server;
import dev.penstock.benchmarks.process.Child;
import dev.penstock.core.publish.LoadMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Loads a file under a run id in processes that are killed, until one says that it is done, and
 * compares what is there then. Local BigQuery is not killed. One owner thread.
 */
public final class EngineTrials implements AutoCloseable {
  private static final int ROWS = 3_000;

  /** A kill that is to hit what comes right after a moment comes within so much. */
  private static final int RACE_MICROS = 3_000;

  private static final List<String> SERVER =
      List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

  private final Path directory;
  private final Random random;
  private final int mostKills;
  private final Server server;
  private final EngineJvm jvm;
  private final Path file;
  private final List<String> expected;
  private int tables;

  private EngineTrials(Path directory, long seed, int mostKills, Server server) throws IOException {
    this.directory = directory;
    this.random = new Random(seed);
    this.mostKills = mostKills;
    this.jvm = EngineJvm.in(directory);
    this.server = server;
    List<String> lines = LineRows.random(seed, ROWS);
    this.file = Files.write(directory.resolve("rows"), lines);
    this.expected = lines.stream().sorted().toList();
  }

  /**
   * One load, through all of its processes.
   *
   * @param kills where each process was killed
   * @param found whether the last process found that the rows were there
   * @param faults what was wrong at the end
   */
  public record Trial(
      int number, LoadMethod method, List<String> kills, boolean found, List<String> faults) {}

  /**
   * Trials in an empty directory.
   *
   * @param mostKills how many processes of one load are killed at most
   */
  public static EngineTrials start(Path directory, long seed, int mostKills)
      throws IOException, InterruptedException, GoneException {
    Path data = Files.createDirectory(directory.resolve("data"));
    Server server = Server.start(data, SERVER, "--sql-on-demand");
    try {
      server.rest().createDataset();
      return new EngineTrials(directory, seed, mostKills, server);
    } catch (IOException | RuntimeException | InterruptedException | GoneException e) {
      server.close();
      throw e;
    }
  }

  /** How long a load takes that nobody kills, from its first call. */
  public Duration unkilled(LoadMethod method)
      throws IOException, InterruptedException, GoneException {
    Run run = next(method);
    boolean first = !Files.exists(jvm.archive());
    try (Child child = first ? jvm.startWriting(run) : jvm.start(run)) {
      String go = child.firstLine();
      long began = System.nanoTime();
      String done = child.firstLine();
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      String unused = child.lastLine();
      List<String> faults = faults(run, done);
      if (!go.equals(EngineProcess.GO) || !faults.isEmpty()) {
        throw new IllegalStateException("a load that nobody killed: " + faults);
      }
      return first ? unkilled(method) : took;
    }
  }

  /**
   * One trial.
   *
   * @param number from 1; odd ones are killed at any instant of a load, even ones at or right after
   *     its points in turn
   * @param unkilled how long a load takes
   */
  public Trial trial(int number, LoadMethod method, Duration unkilled)
      throws IOException, InterruptedException, GoneException {
    Run run = next(method);
    List<String> kills = new ArrayList<>();
    for (int left = 1 + random.nextInt(mostKills); left > 0; left--) {
      kills.add(number % 2 == 1 ? killInTime(run, unkilled) : killAtPoint(run, number / 2));
    }
    String done;
    try (Child child = jvm.start(run)) {
      done = child.lastLine();
    } catch (IllegalStateException e) {
      return new Trial(number, method, kills, false, List.of(String.valueOf(e.getMessage())));
    }
    return new Trial(number, method, kills, !done.endsWith(" 0"), faults(run, done));
  }

  /** A run into a table of its own, which is there already or not. */
  private Run next(LoadMethod method) throws GoneException, InterruptedException {
    String table = "t" + ++tables;
    if (random.nextBoolean()) {
      server.rest().createTable(table, false, "id:INT64", "text:STRING");
    }
    return new Run(
        server.restUrl(),
        server.grpcTarget(),
        file,
        directory.resolve("runs"),
        table,
        method,
        null,
        false);
  }

  private String killInTime(Run run, Duration unkilled) throws IOException, InterruptedException {
    long micros = random.nextLong(unkilled.toNanos() / 1_000 + 1);
    try (Child child = jvm.start(run)) {
      String go = child.firstLine();
      pause(micros);
      child.kill();
      return go + " and " + micros / 1_000 + " ms";
    }
  }

  private String killAtPoint(Run run, int turn) throws IOException, InterruptedException {
    List<Point> points = Point.of(run.method());
    Point point = points.get(turn % points.size());
    boolean stops = turn / points.size() % 2 == 0;
    try (Child child = jvm.start(run.at(point, stops))) {
      String line = child.firstLine();
      // A run that finds its rows there comes to no point.
      while (!line.equals("at " + point) && !line.startsWith(EngineProcess.DONE)) {
        line = child.firstLine();
      }
      if (!stops) {
        pause(random.nextInt(RACE_MICROS));
      }
      child.kill();
      return line + (stops ? "" : " and on");
    }
  }

  private static void pause(long micros) throws InterruptedException {
    long until = System.nanoTime() + micros * 1_000;
    for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
      Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
    }
  }

  private List<String> faults(Run run, String done) throws GoneException, InterruptedException {
    List<String> faults = new ArrayList<>();
    if (!done.equals("done " + ROWS + " 0") && !done.equals("done 0 " + ROWS)) {
      faults.add("the last run said: " + done);
    }
    List<String> rows = server.rest().rows(run.table());
    if (!rows.equals(expected)) {
      faults.add(rows.size() + " rows are there, or others, instead of " + ROWS);
    }
    return faults;
  }

  @Override
  public void close() {
    server.close();
  }
}
