package dev.penstock.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SqlTextTest {
  @Test
  void quotesNames() {
    assertThat(SqlText.identifier("order")).isEqualTo("`order`");
    assertThat(new Destination("example.com:p", "d", "t-1").quoted())
        .isEqualTo("`example.com:p.d.t-1`");
  }

  @Test
  void escapesBackTicksAndBackslashes() {
    assertThat(SqlText.identifier("a`b\\c")).isEqualTo("`a\\`b\\\\c`");
  }

  @Test
  void escapesQuotesOfTexts() {
    assertThat(SqlText.literal("it's `so`")).isEqualTo("'it\\'s `so`'");
  }

  @Test
  void refusesControlCharacters() {
    assertThatThrownBy(() -> SqlText.identifier("a\nb"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("character 1: a control character (expected: none in a name)");
  }
}
