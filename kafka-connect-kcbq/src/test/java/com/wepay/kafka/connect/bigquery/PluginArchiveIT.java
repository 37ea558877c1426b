package com.wepay.kafka.connect.bigquery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** The archive that users unpack into their worker's {@code plugin.path}. */
class PluginArchiveIT {
  private static final long MAX_BYTES = 60_000_000;

  static Path archive() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("-plugin.zip"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static List<String> entries() throws IOException {
    try (ZipFile zip = new ZipFile(archive().toFile())) {
      return zip.stream()
          .map(entry -> entry.getName().substring(entry.getName().indexOf('/') + 1))
          .toList();
    }
  }

  @Test
  void holdsTheConnectorWithItsDependencies() throws IOException {
    assertThat(entries())
        .contains("manifest.json", "doc/LICENSE", "etc/bigquery-cdc-sink.json")
        .anyMatch(name -> name.matches("lib/penstock-kafka-connect-\\d.*\\.jar"))
        .anyMatch(name -> name.startsWith("lib/penstock-core-"))
        .anyMatch(name -> name.startsWith("lib/grpc-google-cloud-bigquerystorage-v1-"));
  }

  @Test
  void keepsTheHistoricClassNameOutsideTheLibraries() throws IOException {
    assertThat(entries())
        .anyMatch(name -> name.matches("kcbq-alias/penstock-kafka-connect-kcbq-.*\\.jar\\.off"))
        .noneMatch(name -> name.startsWith("lib/penstock-kafka-connect-kcbq-"));
  }

  @Test
  void leavesOutWhatTheWorkerHas() throws IOException {
    assertThat(entries())
        .noneMatch(name -> name.matches("lib/(kafka-clients|connect-api|slf4j-api)-.*"))
        .noneMatch(name -> name.matches("lib/(penstock-local|zetasql|duckdb).*"));
  }

  @Test
  void isSmallEnoughToShip() throws IOException {
    assertThat(Files.size(archive())).isLessThan(MAX_BYTES);
  }
}
