package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of docs/reference/local-support.md that is made from the code. A run with {@code
 * -Dpenstock.support.write=true} writes it anew.
 */
public final class SupportPage {
  private static final Path PAGE = Path.of("..", "docs", "reference", "local-support.md");
  private static final int LINE = 115;

  private SupportPage() {}

  /** Makes sure that a part has a text. */
  public static void check(String part, String text) throws IOException {
    String page = Files.readString(PAGE);
    Matcher found =
        Pattern.compile(
                "(?s)(<!-- %s begin: a test says what stands here. -->\n).*?(<!-- %s end. -->)"
                    .formatted(part, part))
            .matcher(page);
    assertThat(found.find()).as("the marks of " + part).isTrue();
    String expected = found.group(1) + text + found.group(2);
    if (Boolean.getBoolean("penstock.support.write")) {
      Files.writeString(
          PAGE, page.substring(0, found.start()) + expected + page.substring(found.end()));
      return;
    }
    assertThat(found.group())
        .as("docs/reference/local-support.md; -Dpenstock.support.write=true writes it")
        .isEqualTo(expected);
  }

  /** What is supported and what is refused, each with its number. */
  public static String text(Collection<String> supported, Collection<String> refused) {
    return "\n### Supported: %d\n\n%s\n### Refused: %d\n\n%s\n"
        .formatted(supported.size(), list(supported), refused.size(), list(refused));
  }

  /** Names in lines of the page's width. */
  public static String list(Collection<String> names) {
    if (names.isEmpty()) {
      return "None.\n";
    }
    StringBuilder lines = new StringBuilder();
    int width = 0;
    for (String name : names) {
      if (width > 0 && width + name.length() + 2 > LINE) {
        lines.append('\n');
        width = 0;
      }
      lines.append(width == 0 ? "" : " ").append('`').append(name).append('`');
      width += name.length() + 3;
    }
    return lines.append('\n').toString();
  }
}
