package dev.penstock.kafka.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.junit.jupiter.api.Test;

/** The page that users read lists the keys of the code with the same defaults, and no others. */
class OptionsReferenceTest {
  private static final Path PAGE = Path.of("../docs/reference/kafka-options.md");
  private static final Path RENDERED = Path.of("target/kafka-options.md");

  @Test
  void isThePageThatTheKeysMake() throws IOException {
    Files.createDirectories(RENDERED.getParent());
    Files.write(RENDERED, OptionsPage.lines());
    assertThat(Files.readAllLines(PAGE))
        .as("copy kafka-connect/%s to docs/reference", RENDERED)
        .isEqualTo(OptionsPage.lines());
  }

  @Test
  void coversEveryKeyConstant() {
    List<String> constants =
        Arrays.stream(Keys.class.getFields())
            .map(
                field -> {
                  try {
                    return String.valueOf(field.get(null));
                  } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                  }
                })
            .filter(key -> !key.equals(Keys.TASK_ID))
            .toList();
    assertThat(SinkKeys.all().names()).containsAll(constants);
  }

  @Test
  void explainsEveryKey() {
    assertThat(SinkKeys.all().configKeys().values())
        .allSatisfy(
            (ConfigKey key) -> {
              assertThat(key.documentation).as(key.name).endsWith(".");
              assertThat(key.group).as(key.name).isNotEmpty();
            });
  }
}
