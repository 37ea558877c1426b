package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.encode.SourceField.TextForm;
import dev.penstock.core.model.ColumnType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page that users read says what the tables in the code say. */
final class TypesReferenceTest {
  private static final Path PAGE = Path.of("../docs/reference/types.md");

  @Test
  void listsEveryKindWithItsColumns() throws IOException {
    assertThat(Files.readAllLines(PAGE)).containsSubsequence(expectedRows());
  }

  private static List<String> expectedRows() {
    List<String> rows = new ArrayList<>();
    for (ValueKind kind : ValueKind.values()) {
      switch (kind) {
        case DECIMAL -> rows.add(row(SourceField.of("f", kind, true), "by precision and scale"));
        case STRUCT -> rows.add("| STRUCT | STRUCT | STRUCT, RANGE, JSON |");
        case LIST ->
            rows.add(
                "| LIST | the element's, REPEATED | REPEATED of what takes the element, JSON |");
        case TIME, DATETIME, INSTANT ->
            rows.add(row(SourceField.temporal("f", kind, true, TimeUnit.MICROSECONDS)));
        case TEXT -> {
          rows.add(row(SourceField.of("f", kind, true)));
          for (TextForm form : TextForm.values()) {
            rows.add(row(SourceField.text("f", true, form)));
          }
        }
        case BOOL, LONG, UNSIGNED_LONG, DOUBLE, BYTES, DATE, INTERVAL, JSON ->
            rows.add(row(SourceField.of("f", kind, true)));
      }
    }
    return rows;
  }

  private static String row(SourceField field) {
    return row(field, CreationTypes.columnFor(field).type().toString());
  }

  private static String row(SourceField field, String made) {
    String taking =
        EncoderTable.typesFor(field).stream()
            .map(ColumnType::toString)
            .collect(Collectors.joining(", "));
    return "| " + Refusals.describe(field) + " | " + made + " | " + taking + " |";
  }
}
