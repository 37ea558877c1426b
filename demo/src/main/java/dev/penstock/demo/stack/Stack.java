package dev.penstock.demo.stack;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * All processes of the demo. {@link #start} and the accessors belong to one thread; {@link #close}
 * may come from any, also while it starts.
 */
public final class Stack implements AutoCloseable {
  private final Consumer<String> report;
  private final Map<Part, AutoCloseable> opened = new EnumMap<>(Part.class);
  private boolean closed;

  /** The last one closes first: PostgreSQL waits for the worker to take what it has to send. */
  private enum Part {
    RUN,
    POSTGRES,
    BROKER,
    LOCAL,
    WORKER,
    ADMIN
  }

  private @Nullable RunDirectory run;
  private @Nullable PostgresServer postgres;
  private @Nullable Broker broker;
  private @Nullable LocalServer local;
  private @Nullable Worker worker;
  private @Nullable Admin admin;
  private @Nullable Source source;

  /**
   * Nothing runs yet.
   *
   * @param report gets one line for each part that is up
   */
  public Stack(Consumer<String> report) {
    this.report = report;
  }

  /** Starts everything; PostgreSQL, the broker and local BigQuery at the same time. */
  public Stack start() {
    RunDirectory directory = opened(Part.RUN, RunDirectory.create());
    run = directory;
    ExecutorService starters = Executors.newFixedThreadPool(2);
    try {
      LocalServer startedLocal = opened(Part.LOCAL, LocalServer.start(directory));
      Future<PostgresServer> startingPostgres =
          starters.submit(() -> opened(Part.POSTGRES, PostgresServer.start(directory)));
      Broker startedBroker = opened(Part.BROKER, Broker.start(directory));
      report.accept("Kafka broker on " + startedBroker.bootstrap());
      Worker startedWorker =
          opened(Part.WORKER, Worker.start(directory, startedBroker.bootstrap()));
      PostgresServer startedPostgres = join(startingPostgres);
      report.accept("PostgreSQL on 127.0.0.1:" + startedPostgres.port());
      startedLocal.awaitReady().rest().createDataset();
      report.accept(
          "local BigQuery on " + startedLocal.restUrl() + ", gRPC " + startedLocal.grpcTarget());
      startedWorker.awaitReady();
      report.accept("Connect worker on " + startedWorker.rest().base());
      postgres = startedPostgres;
      broker = startedBroker;
      local = startedLocal;
      worker = startedWorker;
      admin = opened(Part.ADMIN, startedBroker.admin());
      source = new Source(startedPostgres, startedWorker.rest());
    } finally {
      starters.shutdown();
    }
    return this;
  }

  private static <T> T join(Future<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StackException failure) {
        throw failure;
      }
      throw new StackException("A part of the stack could not start: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StackException("Interrupted while starting", e);
    }
  }

  /** Notes what must be closed; closes it at once when the stack is closed already. */
  private synchronized <T extends AutoCloseable> T opened(Part part, T process) {
    if (closed) {
      StackException failure = new StackException("The stack was closed while it started");
      closeQuietly(process, failure);
      throw failure;
    }
    opened.put(part, process);
    return process;
  }

  /** Where the logs are until the stack is closed. */
  public RunDirectory run() {
    return started(run);
  }

  /** The end of each process's log, for the report of a failure; empty before the start. */
  public String logTails() {
    RunDirectory directory = run;
    if (directory == null) {
      return "";
    }
    return Stream.of("postgres.log", "worker.log", "local.log")
        .map(log -> "--- end of " + log + "\n" + LogTail.of(directory.resolve(log)))
        .collect(Collectors.joining("\n"));
  }

  /** The source database. */
  public PostgresServer postgres() {
    return started(postgres);
  }

  /** The Kafka broker. */
  public Broker broker() {
    return started(broker);
  }

  /** The destination. */
  public LocalServer local() {
    return started(local);
  }

  /** The Connect worker. */
  public Worker worker() {
    return started(worker);
  }

  /** The Debezium connector, which {@link Source#start} creates. */
  public Source source() {
    return started(source);
  }

  /** A Kafka admin client that the stack closes. */
  public Admin admin() {
    return started(admin);
  }

  /** A sink for some tables, which {@link Sink#start} creates. */
  public Sink sink(String name, List<String> tables, Sink.Sequencing sequencing) {
    return new Sink(this, name, tables, sequencing);
  }

  private static <T> T started(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("The stack has not started");
    }
    return part;
  }

  /** Ends every process and deletes the run directory. */
  @Override
  public void close() {
    StackException failure = new StackException("The stack could not be closed completely");
    synchronized (this) {
      closed = true;
      List<AutoCloseable> lastFirst = new ArrayList<>(opened.values());
      Collections.reverse(lastFirst);
      lastFirst.forEach(part -> closeQuietly(part, failure));
      opened.clear();
    }
    if (failure.getSuppressed().length > 0) {
      throw failure;
    }
  }

  private static void closeQuietly(AutoCloseable part, StackException failure) {
    try {
      part.close();
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }
}
