package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.source.PostgresServer;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guide prints runs as it is printed, but for the address of PostgreSQL. */
@Tag("sql")
class GuideIT {
  private static final Path GUIDE = Path.of("../docs/guide/cli.md");
  private static final int BLOCK_SECONDS = 120;

  /** What differs from run to run, and lines of progress on a slow machine. */
  private static final Map<Pattern, String> MASKS =
      Map.of(
          Pattern.compile("\\d+\\.\\d s\\b|\\d+ min \\d\\d s\\b"), "N s",
          Pattern.compile("\\d{8}_\\d{6}_[0-9a-f]{6}"), "RUN",
          Pattern.compile("\\bpenstock_\\w+"), "JOB",
          Pattern.compile("(?m)^[a-z ]+  [^|\\n]*\\bs\\n"), "");

  @TempDir private Path home;

  /** Commands, and what they are said to print; null when the guide does not say. */
  private record Example(String commands, String printed) {}

  private static List<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    Matcher block =
        Pattern.compile("```sh\n(.*?)```(?:\\s*```text\n(.*?)```)?", Pattern.DOTALL)
            .matcher(Files.readString(GUIDE));
    while (block.find()) {
      examples.add(new Example(block.group(1), block.group(2) == null ? "" : block.group(2)));
    }
    return examples;
  }

  @Test
  void everyCommandOfTheGuidePrintsWhatTheGuideSays() throws Exception {
    writeLauncher();
    List<Example> examples = examples();
    assertThat(examples).hasSizeGreaterThan(3);
    // One server for all commands, found as a running `penstock serve` is; a stand-in for the
    // service.
    try (LocalBigQuery service = LocalBigQuery.start(LocalOptions.in(Cli.local(home)));
        PostgresServer postgres = PostgresServer.start(home)) {
      service.announce();
      postgres.execute(
          "CREATE ROLE reader LOGIN PASSWORD 'secret'",
          "CREATE TABLE customers (id int8 PRIMARY KEY, name varchar(40) NOT NULL,"
              + " balance numeric(12, 2), since timestamptz)",
          "INSERT INTO customers VALUES (1, 'Ada', 10.50, '2026-01-05T10:00:00Z'),"
              + " (2, 'Grace', NULL, NULL)",
          "GRANT SELECT ON customers TO reader");
      SoftAssertions all = new SoftAssertions();
      for (Example example : examples) {
        String commands =
            example
                .commands()
                .replace("db.example.com/shop", "127.0.0.1:" + postgres.port() + "/postgres");
        String printed = run(commands, service);
        if (!example.printed().isEmpty()) {
          all.assertThat(masked(printed))
              .as(example.commands())
              .isEqualTo(masked(example.printed()));
        }
      }
      all.assertAll();
    }
  }

  private static String masked(String text) {
    String masked = text;
    for (Map.Entry<Pattern, String> mask : MASKS.entrySet()) {
      masked = mask.getKey().matcher(masked).replaceAll(mask.getValue());
    }
    return masked.lines().map(String::stripTrailing).collect(Collectors.joining("\n"));
  }

  private void writeLauncher() throws IOException {
    Path launcher = home.resolve("penstock");
    Path classes = home.resolve("classes.jsa");
    Files.writeString(
        launcher,
        """
        #!/bin/sh
        if [ -f '%s' ]; then exec %s "$@"; fi
        exec %s "$@"
        """
            .formatted(
                classes,
                CommandJvm.reading(classes).quoted(),
                CommandJvm.writing(classes).quoted()));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
  }

  private String run(String commands, LocalBigQuery service)
      throws IOException, InterruptedException {
    Path out = home.resolve("out.txt");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", commands)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().putAll(new Cli(home).environment());
    builder.environment().put("BIGQUERY_EMULATOR_HOST", service.restUrl());
    builder.environment().put("BIGQUERY_STORAGE_EMULATOR_HOST", service.grpcTarget());
    Process process = builder.start();
    assertThat(process.waitFor(BLOCK_SECONDS, TimeUnit.SECONDS)).as(commands).isTrue();
    return Files.readString(out, StandardCharsets.UTF_8);
  }
}
