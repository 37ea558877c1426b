package dev.penstock.core.sequence.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.sequence.TextPosition;
import dev.penstock.core.sequence.TieBreaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page that users read lists the positions and formats of the code, and no others. */
final class SequenceReferenceTest {
  private static final Path PAGE = Path.of("../docs/reference/sequence.md");

  private static List<String> rows(String heading) throws IOException {
    return Files.readAllLines(PAGE).stream()
        .dropWhile(line -> !line.equals(heading))
        .skip(1)
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> line.startsWith("| `"))
        .toList();
  }

  private static String code(List<String> names) {
    return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
  }

  private static String tie(SourceKind kind) {
    return kind.tieBreaker() == TieBreaker.NONE ? "" : "`" + kind.tieBreaker().word() + "`";
  }

  @Test
  void listsEveryKindOfPosition() throws IOException {
    assertThat(rows("## Source positions"))
        .containsExactlyElementsOf(
            Arrays.stream(SourceKind.values())
                .map(
                    kind ->
                        String.format(
                            "| `%s` | `%s` | %s | %s | %s |",
                            kind.word(),
                            kind.connector(),
                            code(kind.properties()),
                            String.join(" / ", kind.sections()),
                            tie(kind)))
                .toList());
  }

  @Test
  void listsEveryFormatOfAText() throws IOException {
    assertThat(rows("## Texts"))
        .containsExactlyElementsOf(
            Arrays.stream(TextPosition.Format.values())
                .map(
                    format ->
                        String.format(
                            "| `%s` | %d | %s |",
                            format.word(), format.sections(), format.expected()))
                .toList());
  }

  @Test
  void listsEveryTieBreaker() throws IOException {
    assertThat(rows("## Ties"))
        .extracting(row -> row.replaceFirst("[^`]*`([^`]+)`.*", "$1"))
        .containsExactly(TieBreaker.CHANGE.word(), TieBreaker.ORDINAL.word());
  }
}
