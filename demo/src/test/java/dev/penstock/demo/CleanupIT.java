package dev.penstock.demo;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the demo as a process of its own and ends it while it works. The JVM answers TERM as it
 * answers Ctrl-C; INT itself is ignored by children of a build that runs in the background.
 */
class CleanupIT {
  @TempDir private Path temporary;

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "KILL"})
  @Timeout(120)
  void endedDemoLeavesNoProcessAndNoDirectory(String signal) throws Exception {
    Process demo = start();
    List<ProcessHandle> tree = new ArrayList<>();
    try (BufferedReader output = demo.inputReader(StandardCharsets.UTF_8)) {
      readUntil(output, "32 operations");
      tree.addAll(demo.descendants().toList());
      tree.add(postmaster());
      assertThat(tree).hasSizeGreaterThanOrEqualTo(4).allMatch(ProcessHandle::isAlive);

      new ProcessBuilder("kill", "-" + signal, Long.toString(demo.pid())).start().waitFor();

      assertThat(demo.waitFor(30, SECONDS)).isTrue();
      List<String> rest = output.lines().toList();
      assertThat(rest).noneMatch(line -> line.contains("The page stays"));
      if (signal.equals("TERM")) {
        assertThat(rest).contains("interrupted: stopping everything");
      }
    }
    await().atMost(30, SECONDS).until(() -> tree.stream().noneMatch(ProcessHandle::isAlive));
    await().atMost(30, SECONDS).until(() -> runDirectories().isEmpty());
  }

  private Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            "dev.penstock.demo.Main")
        .redirectErrorStream(true)
        .start();
  }

  private static void readUntil(BufferedReader output, String text) throws IOException {
    StringBuilder read = new StringBuilder();
    String line = output.readLine();
    // A demo that fails before shows its page for ever.
    while (line != null && !line.contains("The page stays")) {
      read.append(line).append('\n');
      if (line.contains(text)) {
        return;
      }
      line = output.readLine();
    }
    throw new AssertionError("The demo ended early:\n" + read);
  }

  private ProcessHandle postmaster() throws IOException {
    Path pid = runDirectories().get(0).resolve("postgres/data/postmaster.pid");
    return ProcessHandle.of(Long.parseLong(Files.readAllLines(pid).get(0).strip())).orElseThrow();
  }

  private List<Path> runDirectories() throws IOException {
    try (Stream<Path> entries = Files.list(temporary)) {
      return entries
          .filter(entry -> entry.getFileName().toString().startsWith("penstock-"))
          .toList();
    }
  }
}
