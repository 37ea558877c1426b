package dev.penstock.local.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.decode.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Files of JSON lines whose columns are found by looking at their first rows (RT-097, LD-040).
 * Immutable.
 *
 * @param format how the files are written
 */
public record JsonDetection(JsonFormat format) implements FileFormat {
  private static final ObjectMapper JSON = new ObjectMapper(JsonText.factory());
  private static final int ROWS = 500;

  @Override
  public SourceFile open(Path file) throws IOException {
    JsonGuess guess = new JsonGuess();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(TextFile.open(file), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      for (int i = 0; i < ROWS && line != null; i++) {
        look(guess, line);
        line = lines.readLine();
      }
    }
    return new Detected(guess.fields(), format.open(file));
  }

  /** Lines that cannot be read are refused when they are read as rows. */
  private static void look(JsonGuess guess, String line) {
    try {
      JsonNode row = line.isBlank() ? null : JSON.readTree(line);
      if (row != null && row.isObject()) {
        guess.add(row);
      }
    } catch (JsonProcessingException e) {
      // As said.
    }
  }

  /** A file with the columns that were found. */
  private record Detected(List<Field> schema, SourceFile file) implements SourceFile {
    @Override
    public FileRows rows(List<Field> columns) throws IOException {
      return file.rows(columns);
    }
  }

  @Override
  public String name() {
    return format.name();
  }

  @Override
  public long maxRowBytes() {
    return format.maxRowBytes();
  }

  @Override
  public boolean toleratesBadRows() {
    return format.toleratesBadRows();
  }
}
