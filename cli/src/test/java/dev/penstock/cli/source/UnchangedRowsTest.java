package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that changes between its two readings. */
class UnchangedRowsTest {
  private static final String MORNING = "2026-01-05T08:00:00Z";

  @TempDir private Path directory;

  private Path write(String name, String content) throws IOException {
    return made(Files.writeString(directory.resolve(name), content), MORNING);
  }

  private static Path made(Path file, String time) throws IOException {
    return Files.setLastModifiedTime(file, FileTime.from(Instant.parse(time)));
  }

  private static SourceTable inspect(Path file) {
    return Sources.open(SourceUri.parse("from", file.toString()), null).inspect(Wanted.NOTHING);
  }

  private static void assertRefused(SourceTable table, String message) {
    assertThatThrownBy(() -> ReadRows.of(table))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessage(message);
  }

  private static String changed(Path file, String before, String after) {
    return file
        + " changed while it was read: "
        + before
        + ", then "
        + after
        + ". Its rows are not taken, since they may be of both. Load it again when nobody writes"
        + " to it.";
  }

  @Test
  void refusesRowsOfACsvFileThatGrew() throws IOException {
    Path file = write("t.csv", "id\n1\n2\n");
    SourceTable table = inspect(file);
    made(Files.writeString(file, "id\n1\n2\n3\n"), "2026-01-05T08:00:01Z");

    assertRefused(table, changed(file, "7 bytes of " + MORNING, "9 bytes of 2026-01-05T08:00:01Z"));
  }

  @Test
  void refusesRowsOfAFileThatWasWrittenAnewInTheSameSize() throws IOException {
    Path file = write("t.jsonl", "{\"id\":1}\n");
    SourceTable table = inspect(file);
    made(Files.writeString(file, "{\"id\":2}\n"), "2026-01-05T08:00:01Z");

    assertRefused(table, changed(file, "9 bytes of " + MORNING, "9 bytes of 2026-01-05T08:00:01Z"));
  }

  @Test
  void refusesRowsOfAnotherFileOfTheSameNameSizeAndTime() throws IOException {
    Path file = write("t.csv", "id\n1\n");
    SourceTable table = inspect(file);
    Files.move(write("u.csv", "id\n2\n"), file, StandardCopyOption.REPLACE_EXISTING);

    assertRefused(table, changed(file, "5 bytes of " + MORNING, "5 bytes of " + MORNING));
  }

  @Test
  void whatDoesNotFitAnyMoreIsSaidToHaveChanged() throws IOException {
    Path file = write("t.jsonl", "{\"id\":1}\n");
    SourceTable table = inspect(file);
    made(Files.writeString(file, "{\"id\":1}\n{\"id\""), "2026-01-05T08:00:01Z");

    assertRefused(
        table, changed(file, "9 bytes of " + MORNING, "14 bytes of 2026-01-05T08:00:01Z"));
  }

  @Test
  void refusesRowsOfAFileThatIsRemovedWhileItIsRead() throws IOException {
    Path file = write("t.csv", "id\n1\n");
    SourceTable table = inspect(file);

    try (RowCursor rows = table.rows()) {
      assertThat(rows.next()).isTrue();
      Files.delete(file);
      assertThatThrownBy(rows::next)
          .hasMessage(
              file + " is not there any more, or may not be read. Load it again when it is.");
    }
  }

  @Test
  void refusesRowsOfAParquetFileThatChanged() throws IOException, SQLException {
    Path file = directory.resolve("t.parquet");
    try (Connection connection = DuckDb.open(1 << 27);
        Statement statement = connection.createStatement()) {
      statement.execute("COPY (SELECT 1 AS id) TO '" + file + "' (FORMAT parquet)");
    }
    made(file, MORNING);
    SourceTable table = inspect(file);
    made(file, "2026-01-05T08:00:01Z");

    String size = Files.size(file) + " bytes of ";
    assertRefused(table, changed(file, size + MORNING, size + "2026-01-05T08:00:01Z"));
  }

  @Test
  void readsAFileThatStaysAsItIsMoreThanOnce() throws IOException {
    SourceTable table = inspect(write("t.csv", "id\n1\n2\n"));

    assertThat(ReadRows.of(table)).containsExactly("1", "2");
    assertThat(ReadRows.of(table)).containsExactly("1", "2");
  }
}
