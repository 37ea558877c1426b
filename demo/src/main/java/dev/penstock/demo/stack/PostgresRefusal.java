package dev.penstock.demo.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Why PostgreSQL did not start, and what to do about it. */
final class PostgresRefusal {
  private PostgresRefusal() {}

  /**
   * PostgreSQL tells its reasons in text only, so this one place reads it.
   *
   * @see <a href="https://www.postgresql.org/docs/17/app-initdb.html">initdb must not run as
   *     root</a>
   */
  static String explain(Path log, Exception failure) {
    String output = read(log) + failure.getMessage();
    if (output.contains("cannot be run as root") || output.contains("unshare")) {
      return "PostgreSQL could not start: it refuses to run as root, and this machine does not let"
          + " the demo leave root with `unshare -U`. Run the demo as an ordinary user, or allow user"
          + " namespaces (sysctl kernel.unprivileged_userns_clone=1; in a container: run it with"
          + " --security-opt seccomp=unconfined or as another user). Its output:\n"
          + output;
    }
    if (output.contains("Missing embedded postgres binaries")) {
      return "PostgreSQL could not start: there are no embedded binaries for "
          + System.getProperty("os.name")
          + " "
          + System.getProperty("os.arch")
          + ". Run the demo on Linux x86-64.";
    }
    if (output.contains("No space left") || output.contains("could not create shared memory")) {
      return "PostgreSQL could not start: no space in "
          + log.getParent()
          + " or in shared memory. Free some (in a container: --shm-size=256m). Its output:\n"
          + output;
    }
    return "PostgreSQL could not start: " + failure.getMessage() + ". Its output:\n" + output;
  }

  private static String read(Path log) {
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      return "(log unreadable: " + e.getMessage() + ")";
    }
  }
}
