package dev.penstock.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitCodeTest {
  private static final Path REFERENCE = Path.of("../docs/reference/cli.md");

  @Test
  void theReferenceListsExactlyTheseCodes() throws IOException {
    List<String> documented =
        Pattern.compile("(?m)^\\| (\\d+ \\| .*) \\|$")
            .matcher(Files.readString(REFERENCE))
            .results()
            .map(row -> row.group(1))
            .toList();

    assertThat(documented)
        .isEqualTo(
            Arrays.stream(ExitCode.values())
                .map(code -> code.code() + " | " + code.meaning())
                .toList());
  }

  @ParameterizedTest
  @CsvSource({
    "INVALID_OPTION, 2",
    "SCHEMA_MISMATCH, 3",
    "NOT_SUPPORTED, 3",
    "ROW_INVALID, 4",
    "INTERRUPTED, 130",
    "UNAVAILABLE, 1",
    "PERMISSION_DENIED, 1",
  })
  void aFailureOfTheEngineHasACode(ErrorCode failure, int code) {
    assertThat(ExitCode.of(failure).code()).isEqualTo(code);
  }
}
