package dev.penstock.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class SchemaCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path file = Path.of("");

  @BeforeEach
  void writeFile() throws IOException {
    file = folder.resolve("orders.csv");
    Files.writeString(file, "id,zip,price,note\n1,10115,2.50,\n2,01067,3,\n");
  }

  private int run(String... arguments) {
    CommandLine commandLine = Main.commandLine(Map.of());
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    return commandLine.execute(arguments);
  }

  @Test
  void printsATableAndTheOptionThatSettlesIt() {
    int code = run("schema", file.toString());

    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString().replace(System.lineSeparator(), "\n"))
        .isEqualTo(
            """
            orders: 4 columns, 2 rows

            COLUMN  TYPE     NULLS  WHY
            id      INT64    0      every value is a whole number of 64 bits
            zip     STRING   0      digits behind a leading zero are a code, not a number; no INT64 because of line 3
            price   NUMERIC  0      decimal numbers, 2 digits behind the point at most; no INT64 because of line 2
            note    STRING   2      no value but NULL. Name its type if it has one.

            To settle these types, or others:
              --columns 'id:INT64,zip:STRING,price:NUMERIC,note:STRING'
            """);
  }

  @Test
  void printsJson() {
    int code = run("schema", "--json", "--columns", "zip:INT64", file.toString());

    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString())
        .contains("\"table\" : \"orders\"", "\"rows\" : 2", "\"primary_key\" : [ ]")
        .contains("\"name\" : \"zip\"", "\"why\" : \"given by --columns\"")
        .contains("\"type\" : \"INT64\"", "\"counter_example\" : \"line 2\"");
  }

  @Test
  void endsWithTheCodeOfTheFault() throws IOException {
    assertThat(run("schema", folder.resolve("none.csv").toString())).isEqualTo(2);
    assertThat(run("schema", file + "x")).isEqualTo(2);
    assertThat(run("schema", "csv://" + file + "?header=maybe")).isEqualTo(2);
    assertThat(run("schema", "--columns", "price:INT64", file.toString())).isEqualTo(4);
    Files.writeString(file, "a,A\n1,2\n");
    assertThat(run("schema", file.toString())).isEqualTo(3);
    assertThat(err.toString()).doesNotContain("Exception");
  }
}
