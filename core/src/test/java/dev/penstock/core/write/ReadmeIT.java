package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.model.Destination;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The program of the README is the one that is compiled and run here. */
class ReadmeIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("weather");

  @Test
  void theReadmeShowsTheProgram() throws IOException {
    String readme = Files.readString(Path.of("README.md"));
    String shown = readme.substring(readme.indexOf("```java\n") + 8);
    String program = shown.substring(0, shown.indexOf("```")).strip();
    String source =
        Files.readString(Path.of("src/test/java/dev/penstock/core/write/ReadmeExample.java"));

    assertThat(program.lines().filter(line -> !line.isBlank()).count()).isLessThanOrEqualTo(15);
    assertThat(source.lines().map(String::strip))
        .containsSequence(program.lines().map(String::strip).toList());
  }

  @Test
  void theProgramWritesAThousandRecordsIntoANewTable() {
    ReadmeExample.write(
        LocalWriters.endpoint(BIGQUERY),
        new Destination(BIGQUERY.project(), "weather", "readings"));

    assertThat(BIGQUERY.table("weather", "readings").rows())
        .hasSize(1_000)
        .allSatisfy(row -> assertThat(row).containsOnlyKeys("sensor", "taken", "celsius"))
        .anySatisfy(
            row ->
                assertThat(row).containsEntry("sensor", "roof-5").containsEntry("celsius", 27.25));
  }
}
