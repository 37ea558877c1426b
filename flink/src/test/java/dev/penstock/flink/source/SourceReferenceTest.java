package dev.penstock.flink.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page that users read names every option of the builder, with its default. */
class SourceReferenceTest {
  private static final Path PAGE = Path.of("../docs/reference/flink-source.md");
  private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| ([^|]+) \\| [^|]+ \\|");

  private static List<String> rows(String heading, String end) throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf(heading);
    return ROW.matcher(page.substring(from, page.indexOf(end, from)))
        .results()
        .map(row -> row.group(1) + " " + row.group(2))
        .toList();
  }

  @Test
  void namesEveryOption() throws IOException {
    Set<String> methods =
        Stream.of(BigQuerySourceBuilder.class.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .map(Method::getName)
            .filter(name -> !name.equals("build"))
            .collect(Collectors.toSet());

    assertThat(rows("| method |", "**Once.**").stream().map(row -> row.split(" ", 2)[0]))
        .containsExactlyInAnyOrderElementsOf(methods);
  }

  @Test
  void namesTheDefaults() throws IOException {
    assertThat(rows("| method |", "**Once.**"))
        .contains(
            "maxStreamCount " + 0,
            "preferredMinStreamCount " + 0,
            "maxRecordsPerFetch " + BigQuerySourceBuilder.DEFAULT_RECORDS_PER_FETCH,
            "maxBytesPerFetch " + BigQuerySourceBuilder.DEFAULT_BYTES_PER_FETCH,
            "retryMaxAttempts " + BigQuerySourceBuilder.DEFAULT_ATTEMPTS);
  }
}
