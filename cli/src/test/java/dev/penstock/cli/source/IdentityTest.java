package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By what the rows of a repeated run are known again. */
class IdentityTest {
  @TempDir private Path directory;

  private static String of(String uri) {
    return Sources.open(SourceUri.parse("--from", uri), null).inspect(Wanted.NOTHING).identity();
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  @Test
  void aTextFileIsItsBytesWhereverItLies() throws IOException {
    String first = of(file("a.csv", "id,name\n1,Ann\n"));

    assertThat(first)
        .startsWith("csv 989c49555a5d16a53fb4326345ad8828 ")
        .isEqualTo(of(file("b.csv", "id,name\n1,Ann\n")))
        .isNotEqualTo(of(file("a.csv", "id,name\n1,Bob\n")));
    assertThat(of(file("a.jsonl", "{\"id\":1}\n")))
        .isEqualTo(of(file("b.jsonl", "{\"id\":1}\n")))
        .isNotEqualTo(of(file("c.jsonl", "{\"id\":2}\n")));
  }

  @Test
  void theSameBytesReadInAnotherWayAreOtherRows() throws IOException {
    String file = file("a.csv", "id,name\n1,Ann\n");

    assertThat(of("csv://" + file)).isNotEqualTo(of("csv://" + file + "?null=Ann"));
  }

  @Test
  void textsAreToldApartWhereTheyEnd() {
    assertThat(Fingerprint.of(List.of("ab", "c")))
        .matches("[0-9a-f]{32}")
        .isNotEqualTo(Fingerprint.of(List.of("a", "bc")));
  }
}
