package dev.penstock.flink.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.description.HtmlFormatter;
import org.junit.jupiter.api.Test;

/** The page that users read lists the options of the code with the same defaults, and no others. */
class OptionsReferenceTest {
  private static final Path PAGE = Path.of("../docs/reference/flink-options.md");
  private static final Path RENDERED = Path.of("target/flink-options.md");

  private static List<String> lines() {
    Set<ConfigOption<?>> options = new LinkedHashSet<>(BigQueryConnectorOptions.required());
    options.addAll(BigQueryConnectorOptions.optional());
    List<String> lines = new ArrayList<>();
    lines.add("# Options of the SQL connector");
    lines.add("");
    lines.add(
        "`'connector' = 'bigquery'`. Flink refuses options that are not listed here. Without a");
    lines.add(
        "default, an absent option is the default of the builder it belongs to, whose Javadoc names");
    lines.add("it; the DataStream API has the same options as methods.");
    lines.add("");
    lines.add("| option | default | meaning |");
    lines.add("|---|---|---|");
    for (ConfigOption<?> option : options) {
      String value = option.hasDefaultValue() ? "`" + option.defaultValue() + "`" : "";
      String required = BigQueryConnectorOptions.required().contains(option) ? " Required." : "";
      lines.add(
          "| `"
              + option.key()
              + "` | "
              + value
              + " | "
              + new HtmlFormatter().format(option.description())
              + required
              + " |");
    }
    return lines;
  }

  @Test
  void isThePageThatTheOptionsMake() throws IOException {
    Files.createDirectories(RENDERED.getParent());
    Files.write(RENDERED, lines());
    assertThat(Files.readAllLines(PAGE))
        .as("copy flink/%s to docs/reference", RENDERED)
        .isEqualTo(lines());
  }
}
