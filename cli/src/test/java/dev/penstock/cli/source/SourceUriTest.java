package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SourceUriTest {
  private static SourceUri uri(String text) {
    return SourceUri.parse("--from", text);
  }

  @Test
  void takesUrisApart() {
    SourceUri uri = uri("csv://data/orders 2026.csv?delimiter=%3B&null=\\N&names=a+b,c");

    assertThat(uri.scheme()).isEqualTo(Scheme.CSV);
    assertThat(uri.location()).isEqualTo("data/orders 2026.csv");
    assertThat(uri.options()).isEqualTo(Map.of("delimiter", ";", "null", "\\N", "names", "a+b,c"));
    assertThat(uri("csv:///tmp/what%3F.csv").location()).isEqualTo("/tmp/what?.csv");
  }

  @ParameterizedTest
  @CsvSource({
    "orders.csv,CSV",
    "/data/orders.tsv.gz,CSV",
    "100%.jsonl,JSONL",
    "events.ndjson.gz,JSONL",
    "a.parquet,PARQUET"
  })
  void knowsFilesByTheirEnding(String path, Scheme scheme) {
    assertThat(uri(path).scheme()).isEqualTo(scheme);
    assertThat(uri(path).location()).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mysql://h/db|--from: mysql:// (expected: one of csv://, jsonl://, parquet://, postgresql://"
            + " or a file)",
        "orders.xls|--from: orders.xls (expected: one of csv://, jsonl://, parquet://, postgresql://,"
            + " or a file that ends in .csv, .tsv, .jsonl, .ndjson or .parquet)",
        "postgresql:/u:s3c@ret@h/db?password=x|--from: ...@h/db?... (expected: one of csv://, jsonl://,"
            + " parquet://, postgresql://, or a file that ends in .csv, .tsv, .jsonl, .ndjson or"
            + " .parquet)",
        "csv://|--from: csv:// (expected: a path or a host behind it)",
        "csv://a.csv?x|--from: an option without a value (expected: ?option=value&option=value)",
        "csv://a.csv?a=1&a=2|--from: option 'a' twice (expected: each option once)",
        "csv://100%.csv|--from: a percent sign without two hexadecimal digits (expected: %25 for a"
            + " percent sign)"
      })
  void refusesWhatIsNoSource(String text, String message) {
    assertThatThrownBy(() -> uri(text))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
        .hasMessage(message);
  }

  @Test
  void printsNoSecret() {
    assertThat(uri("postgresql://u:secret@host/db?password=secret"))
        .hasToString("postgresql://...");
    assertThatThrownBy(() -> uri("postgresql://u:secret@host/db?password=a&password=secret"))
        .hasMessageNotContaining("secret");
  }
}
