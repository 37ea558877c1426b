package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page that users read has the options that the code has. */
final class SourcesReferenceTest {
  private static final Path PAGE = Path.of("../docs/reference/cli-sources.md");
  private static final Pattern ROW =
      Pattern.compile("\\| `([a-z_-]+)` \\| `?([^|]+?)`? \\| (.+) \\|");

  @Test
  void listsEveryOptionOfCsvWithItsDefault() throws IOException {
    assertSame("csv", CsvOptions.ALL);
  }

  @Test
  void listsEveryOptionOfJsonLinesWithItsDefault() throws IOException {
    assertSame("jsonl", JsonLinesSource.OPTIONS);
  }

  @Test
  void listsEveryOptionOfParquetWithItsDefault() throws IOException {
    assertSame("parquet", ParquetSource.OPTIONS);
  }

  @Test
  void listsEveryOptionOfPostgresqlWithItsDefault() throws IOException {
    assertSame("postgresql", PostgresAddress.OPTIONS);
  }

  private static void assertSame(String scheme, List<UriOption> options) throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf("## " + scheme + "://");
    Matcher rows = ROW.matcher(page.substring(start, page.indexOf("\n## ", start + 1)));
    for (UriOption option : options) {
      assertThat(rows.find()).as(option.name()).isTrue();
      assertThat(rows.group(1)).isEqualTo(option.name());
      assertThat(rows.group(2)).isEqualTo(option.defaultValue());
      assertThat(rows.group(3)).startsWith(option.rule());
    }
    assertThat(rows.find()).isFalse();
  }
}
