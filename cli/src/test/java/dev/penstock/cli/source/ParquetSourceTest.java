package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.SourceField;
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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetSourceTest {
  @TempDir Path directory;

  /** Writes the rows of a SELECT. */
  private Path write(String name, String select) {
    Path file = directory.resolve(name);
    Path plain = directory.resolve("plain");
    try (Connection connection = DuckDb.open(1 << 27);
        Statement statement = connection.createStatement()) {
      statement.execute("COPY (" + select + ") TO '" + plain + "' (FORMAT parquet)");
      Files.move(plain, file);
    } catch (SQLException | IOException e) {
      throw new AssertionError(e);
    }
    return file;
  }

  private Path write(ParquetBytes bytes) {
    try {
      return Files.write(directory.resolve("made.parquet"), bytes.file());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static SourceTable inspect(Path file) {
    return source(file).inspect(Wanted.NOTHING);
  }

  private static Source source(Path file) {
    String path = file.toString().replace("?", "%3F");
    return Sources.open(SourceUri.parse("from", "parquet://" + path), null);
  }

  private static List<String> columns(SourceTable table) {
    return table.schema().fields().stream()
        .map(field -> field.name() + " " + field.kind() + unit(field))
        .toList();
  }

  private static String unit(SourceField field) {
    return field.unit() == null ? "" : " " + field.unit();
  }

  private static Map<String, String> only(SourceTable table) {
    List<Map<String, String>> rows = RowTexts.all(table);
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  @Test
  void readsScalarsExactly() {
    Path file =
        write(
            "scalars.parquet",
            "SELECT true b, -1::TINYINT i1, 65535::USMALLINT u2, -9223372036854775808 i8,"
                + " 18446744073709551615::UBIGINT u8, 1.5::FLOAT f4, 'NaN'::DOUBLE f8,"
                + " 12345678901234567890123456789012345.678::DECIMAL(38,3) d, 'é😀' s,"
                + " '\\x01\\xff'::BLOB bl, '00112233-4455-6677-8899-aabbccddeeff'::UUID u,"
                + " '{\"a\": 1}'::JSON j, INTERVAL '14 months 3 days 2 hours 1.5 seconds' iv,"
                + " NULL::INTEGER n");
    SourceTable table = inspect(file);
    assertThat(columns(table))
        .containsExactly(
            "b BOOL",
            "i1 LONG",
            "u2 LONG",
            "i8 LONG",
            "u8 UNSIGNED_LONG",
            "f4 DOUBLE",
            "f8 DOUBLE",
            "d DECIMAL",
            "s TEXT",
            "bl BYTES",
            "u TEXT",
            "j JSON",
            "iv INTERVAL",
            "n LONG");
    assertThat(only(table).values())
        .containsExactly(
            "true",
            "-1",
            "65535",
            "-9223372036854775808",
            "18446744073709551615",
            "1.5",
            "NaN",
            "12345678901234567890123456789012345.678",
            "é😀",
            "01ff",
            "00112233-4455-6677-8899-aabbccddeeff",
            "{\"a\": 1}",
            "1-2 3 2:0:1.5",
            "NULL");
    assertThat(table.rowCount()).hasValue(1);
    assertThat(table.primaryKey()).isEmpty();
  }

  /** Naive times are calendar times, never instants; no zone of this machine moves them. */
  /** D-55. */
  @Test
  void keepsAColumnWithoutAnyValueAsText() {
    Path file = write("nothing.parquet", "SELECT NULL x, 1 id, {'n': NULL, 'm': 2} s");

    assertThat(columns(inspect(file))).first().isEqualTo("x TEXT");
  }

  @Test
  void trapD36NaiveTimesAreDatetimes() {
    Path file =
        write(
            "times.parquet",
            "SELECT DATE '0001-01-01' d, TIME '23:59:59.999999' t,"
                + " TIMESTAMP '2011-12-30 12:00:00.123456' naive,"
                + " TIMESTAMPTZ '2011-12-30 12:00:00+02' zoned");
    SourceTable table = inspect(file);
    assertThat(columns(table))
        .containsExactly(
            "d DATE",
            "t TIME MICROSECONDS",
            "naive DATETIME MICROSECONDS",
            "zoned INSTANT MICROSECONDS");
    assertThat(only(table).values())
        .containsExactly("-719162", "86399999999", "1325246400123456", "1325239200000000");
  }

  @Test
  void readsTimesOfOtherWriters() {
    Path file =
        write(
            new ParquetBytes()
                .int96("i96", 43_200_000_000_000L, 2_440_588 + 15_338)
                .time("naive_ns", 8, false, 3, 1_700_000_000_123_456_789L)
                .time("zoned_ns", 8, true, 3, -1)
                .time("time_ns", 7, false, 3, 86_399_999_999_999L)
                .time("time_utc", 7, true, 2, 1000)
                .time("millis", 8, false, 1, -1)
                .time("last", 8, true, 2, Long.MAX_VALUE));
    SourceTable table = inspect(file);
    assertThat(columns(table))
        .containsExactly(
            "i96 INSTANT MICROSECONDS",
            "naive_ns DATETIME NANOSECONDS",
            "zoned_ns INSTANT NANOSECONDS",
            "time_ns TIME NANOSECONDS",
            "time_utc TIME MICROSECONDS",
            "millis DATETIME MICROSECONDS",
            "last INSTANT MICROSECONDS");
    assertThat(only(table).values())
        .containsExactly(
            "1325246400000000",
            "1700000000123456789",
            "-1",
            "86399999999999",
            "1000",
            "-1000",
            "9223372036854775807");
  }

  @Test
  void readsNestedValues() {
    Path file =
        write(
            "nested.parquet",
            "SELECT [1, NULL, 3] l, []::DATE[] e, NULL::DATE[] n,"
                + " {'a b': 1, 'c': [{'d': 1.10::DECIMAL(5,2), 'e': TIMESTAMP '2011-12-30 12:00'}],"
                + " 'f': '\\x01'::BLOB, 'g': 18446744073709551615::UBIGINT} s,"
                + " MAP {'k': DATE '1970-01-02', 'l': NULL} m,"
                + " [{'x': NULL::INTEGER}, NULL] t");
    SourceTable table = inspect(file);
    assertThat(only(table))
        .containsEntry("l", "[1, NULL, 3]")
        .containsEntry("e", "[]")
        .containsEntry("n", "NULL")
        .containsEntry(
            "s", "{a_b=1, c=[{d=1.10, e=1325246400000000}], f=01, g=18446744073709551615}")
        .containsEntry("m", "[{key=k, value=1}, {key=l, value=NULL}]")
        .containsEntry("t", "[{x=NULL}, NULL]");
  }

  @Test
  void refusesListsOfLists() {
    Path file = write("lists.parquet", "SELECT {'a': [[1]]} s");
    assertThatThrownBy(() -> inspect(file))
        .isInstanceOf(IngestException.class)
        .hasMessageStartingWith("Field 's.a' is a list of lists");
  }

  @Test
  void refusesNamesThatBecomeOneColumn() {
    Path file =
        write(new ParquetBytes().decimal("id", 3, 0, (byte) 1).decimal("ID", 3, 0, (byte) 2));
    assertThatThrownBy(() -> inspect(file))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_MISMATCH))
        .hasMessageContaining("both become column 'ID'");
  }

  /** Digits are refused that the library would turn into doubles. */
  @Test
  void trapD53RefusesDecimalsThatLoseDigits() {
    byte[] unscaled = new byte[20];
    unscaled[19] = 5;
    Path file = write(new ParquetBytes().decimal("wide", 48, 2, unscaled));
    assertThatThrownBy(() -> inspect(file))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_TYPE))
        .hasMessage(
            file
                + ": column 'wide' is a decimal of 48 digits, and 38 can be read. Leave it out of"
                + " the file, or write it as another type.");
  }

  @Test
  void trapD53DecimalsGetColumnsThatTheServiceTakes() {
    Path file =
        write(
            "decimals.parquet",
            "SELECT 1::DECIMAL(10,2) a, 1::DECIMAL(38,0) b, 1::DECIMAL(20,12) c, 1::DECIMAL(32,2) d");
    assertThat(inspect(file).columns())
        .extracting(
            report ->
                report.column().type()
                    + "("
                    + report.column().precision()
                    + ","
                    + report.column().scale()
                    + ")")
        .containsExactly(
            "NUMERIC(10,2)", "BIGNUMERIC(38,0)", "BIGNUMERIC(20,12)", "BIGNUMERIC(32,2)");
  }

  @Test
  void isKnownAgainBySizeTimeAndFooter() throws IOException {
    Path file = write("one.parquet", "SELECT 1 n");
    Path other = write("other.parquet", "SELECT 2 n");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
    Files.setLastModifiedTime(other, FileTime.fromMillis(1_000));
    Path moved = directory.resolve("moved.parquet");
    Files.copy(file, moved, StandardCopyOption.COPY_ATTRIBUTES);

    assertThat(inspect(file).identity())
        .matches("parquet \\d+ 1000 [0-9a-f]{32}")
        .isEqualTo(inspect(moved).identity())
        .isNotEqualTo(inspect(other).identity());
  }

  @Test
  void readsManyRowsInOrderMoreThanOnce() {
    Path file = write("many.parquet", "SELECT range n FROM range(300000)");
    SourceTable table = inspect(file);
    assertThat(table.rowCount()).hasValue(300_000);
    for (int i = 0; i < 2; i++) {
      try (RowCursor cursor = table.rows()) {
        long expected = 0;
        while (cursor.next()) {
          assertThat(cursor.row().isNull(0)).isFalse();
          if (cursor.row().longAt(0) != expected++) {
            throw new AssertionError(cursor.position());
          }
        }
        assertThat(expected).isEqualTo(300_000);
        assertThat(cursor.position()).isEqualTo("row 300000");
        assertThat(cursor.schema()).isSameAs(table.schema());
      }
    }
  }

  @Test
  void takesWildcardsInNamesAsTheyAre() {
    Path file = write("a[1]*?.parquet", "SELECT 'this' n");
    write("a1x.parquet", "SELECT 'other' n");
    assertThat(only(inspect(file))).containsExactlyEntriesOf(Map.of("n", "this"));
    assertThat(source(file).tableName()).isEqualTo("a_1___");
  }

  @Test
  void refusesFilesThatAreNoParquet() throws IOException {
    Path text = Files.writeString(directory.resolve("text.parquet"), "id,name\n1,secret\n");
    assertThatThrownBy(() -> inspect(text))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ROW_INVALID))
        .hasMessage(
            text
                + " is no whole Parquet file: one begins and ends with PAR1. Name another file, or"
                + " write it again.");
    Path broken = Files.writeString(directory.resolve("broken.parquet"), "PAR1 nothing PAR1");
    assertThatThrownBy(() -> inspect(broken))
        .hasMessageStartingWith(broken + " cannot be read as Parquet.");
    assertThatThrownBy(() -> source(directory.resolve("none.parquet")))
        .hasMessageContaining("does not exist");
    assertThatThrownBy(() -> source(directory)).hasMessageContaining("is no file");
  }
}
