package dev.penstock.benchmarks.append;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;

/**
 * A process that appends one way, and says what its appends cost. Arguments: way, gRPC target, REST
 * URL, rows an append, then numbers of appends in flight. Prints a line of figures for each of
 * those.
 */
final class AppendClient {
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(6);
  private static final long MEASURED_NANOS = TimeUnit.SECONDS.toNanos(4);

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private AppendClient() {}

  public static void main(String... arguments) throws Exception {
    // Google's writer tells of every connection.
    LogManager.getLogManager().reset();
    int rowsAnAppend = Integer.parseInt(arguments[3]);
    Way.Target target = new Way.Target(arguments[1], arguments[2], rowsAnAppend);
    try (Appender appender = Way.valueOf(arguments[0]).open(target)) {
      run(appender, Integer.parseInt(arguments[arguments.length - 1]), WARM_UP_NANOS);
      for (int i = 4; i < arguments.length; i++) {
        System.out.println(measure(appender, Integer.parseInt(arguments[i]), rowsAnAppend));
      }
    }
    System.exit(0);
  }

  private static Costs measure(Appender appender, int inFlight, int rowsAnAppend) throws Exception {
    appender.latencies().clear();
    long cpu = PROCESS.getProcessCpuTime();
    long start = System.nanoTime();
    long rows = run(appender, inFlight, MEASURED_NANOS) * rowsAnAppend;
    double wall = System.nanoTime() - start;
    double spent = PROCESS.getProcessCpuTime() - cpu;
    return new Costs(
        rows / wall * 1e9, spent / rows, spent / wall, appender.latencies().percentile(99));
  }

  /** How many appends were sent in that time. */
  private static long run(Appender appender, int inFlight, long nanos) throws Exception {
    long start = System.nanoTime();
    long appends = 0;
    while (System.nanoTime() - start < nanos) {
      appender.append(inFlight);
      appends++;
    }
    appender.settle();
    return appends;
  }
}
