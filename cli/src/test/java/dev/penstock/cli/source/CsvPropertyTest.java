package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;
import net.jqwik.time.api.constraints.DateRange;

/** Whatever a cell holds, the row reader yields it. */
class CsvPropertyTest {
  private static final int TRIES = 60;

  private static List<String> read(String content) {
    try {
      Path file = Files.createTempFile("cells", ".csv");
      try {
        Files.writeString(file, content, StandardCharsets.UTF_8);
        Source source = Sources.open(SourceUri.parse("--from", file.toString()), null);
        return ReadRows.of(source.inspect(Wanted.NOTHING));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String quoted(String cell) {
    return "\"" + cell.replace("\"", "\"\"") + "\"";
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
            Arbitraries.strings().withChars('"', ',', '\n', '\r', ' ', ';', 'x', '0', '\\'),
            Arbitraries.strings().withCharRange('\u0080', '\uD7FF'),
            Arbitraries.of("😀", "a😀\"\n", "\uFEFF", "\u0000"))
        // One letter makes it a text whatever stands around it.
        .map(text -> text + "ß");
  }

  @Property(tries = TRIES)
  void everyTextSurvives(@ForAll @Size(min = 1, max = 20) List<@From("texts") String> texts) {
    StringBuilder content = new StringBuilder("a,b\n");
    List<String> expected = new ArrayList<>();
    for (String text : texts) {
      content.append(quoted(text)).append(",x\n");
      expected.add(text + "|x");
    }
    assertThat(read(content.toString())).isEqualTo(expected);
  }

  @Property(tries = TRIES)
  void everyDecimalSurvives(@ForAll @NotEmpty List<@Scale(9) BigDecimal> numbers) {
    StringBuilder content = new StringBuilder("a\n");
    List<String> expected = new ArrayList<>();
    for (BigDecimal number : numbers) {
      content.append(number.toPlainString()).append('\n');
      expected.add(number.toPlainString());
    }
    // Makes the column a decimal one also where all numbers are whole.
    content.append("0.123456789\n");
    expected.add("0.123456789");
    assertThat(read(content.toString())).isEqualTo(expected);
  }

  @Property(tries = TRIES)
  void everyWholeNumberSurvives(@ForAll @NotEmpty List<BigInteger> numbers) {
    StringBuilder content = new StringBuilder("a\n");
    List<String> expected = new ArrayList<>();
    for (BigInteger number : numbers) {
      BigInteger huge = number.pow(5);
      content.append(huge).append('\n');
      expected.add(huge.toString());
    }
    assertThat(read(content.toString())).isEqualTo(expected);
  }

  @Property(tries = TRIES)
  void everyDateSurvives(
      @ForAll @NotEmpty List<@DateRange(min = "0001-01-01", max = "9999-12-31") LocalDate> days) {
    StringBuilder content = new StringBuilder("a\n");
    List<String> expected = new ArrayList<>();
    for (LocalDate day : days) {
      content.append(day).append('\n');
      expected.add(Long.toString(day.toEpochDay()));
    }
    assertThat(read(content.toString())).isEqualTo(expected);
  }
}
