package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes of CSV files as text. */
final class CsvTextTest {
  @TempDir private Path folder;

  private Source source(String options, byte[] content) throws IOException {
    Path file = Files.write(folder.resolve("orders.csv"), content);
    return Sources.open(SourceUri.parse("--from", "csv://" + file + options), null);
  }

  @ParameterizedTest
  @CsvSource({"UTF-8,true", "UTF-16BE,true", "UTF-16LE,true", "ISO-8859-1,false", "UTF-16LE,false"})
  void readsEncodingsByMarkOrByName(String encoding, boolean marked) throws IOException {
    String text = (marked ? "\uFEFF" : "") + "größe,n\nKöln,1\n";
    byte[] bytes = text.getBytes(Charset.forName(encoding));
    SourceTable table =
        source(marked ? "" : "?encoding=" + encoding, bytes).inspect(Wanted.NOTHING);

    assertThat(ReadRows.types(table)).isEqualTo("gro_e STRING, n INT64");
    assertThat(ReadRows.of(table)).containsExactly("Köln|1");
  }

  @Test
  void refusesBytesThatAreNoText() {
    assertNoText("", new byte[] {'a', '\n', (byte) 0xFF, '\n'}, 2, "UTF-8");
    assertNoText("", new byte[] {'a', '\r', '\n', '"', '\r', (byte) 0xC3, '\n'}, 3, "UTF-8");
    assertNoText("", new byte[] {'a', '\r', 'b', '\r', 'c', (byte) 0xC3}, 3, "UTF-8");
    assertNoText("?encoding=US-ASCII", new byte[] {'a', ',', (byte) 0xE9, '\n'}, 1, "US-ASCII");
  }

  @Test
  void findsBytesThatAreNoTextFarBehind() {
    byte[] rows = "id,name\n".concat("1,é\n".repeat(50_000)).getBytes(StandardCharsets.UTF_8);
    rows[rows.length - 3] = 'x';

    assertNoText("", rows, 50_001, "UTF-8");
  }

  private void assertNoText(String options, byte[] content, int line, String charset) {
    assertThatThrownBy(() -> source(options, content).inspect(Wanted.NOTHING))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ROW_INVALID))
        .hasMessage(
            folder.resolve("orders.csv")
                + ", line "
                + line
                + ": has bytes that are no text in "
                + charset
                + ". Correct them, or name the file's encoding, as"
                + " 'csv://PATH?encoding=ISO-8859-1'.");
  }
}
