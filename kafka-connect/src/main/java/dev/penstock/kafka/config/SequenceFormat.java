package dev.penstock.kafka.config;

import dev.penstock.core.sequence.TextPosition;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the text or number of a sequence field becomes sections. Immutable. */
public enum SequenceFormat {
  DECIMAL(TextPosition.Format.DECIMAL),
  HEX(TextPosition.Format.HEX),
  PG_LSN(TextPosition.Format.PG_LSN),
  MSSQL_LSN(TextPosition.Format.MSSQL_LSN),
  BINLOG_FILE(TextPosition.Format.BINLOG_FILE),
  ISO_TIMESTAMP(TextPosition.Format.ISO_TIMESTAMP),
  SIGNED(null);

  private final TextPosition.@Nullable Format text;

  SequenceFormat(TextPosition.@Nullable Format text) {
    this.text = text;
  }

  /** The format of its texts; null when values are numbers. */
  public TextPosition.@Nullable Format text() {
    return text;
  }

  /** How many sections it yields. */
  public int sections() {
    return text == null ? 1 : text.sections();
  }

  /** The word in the configuration, for example {@code pg-lsn}. */
  public String word() {
    return text == null ? "signed" : text.word();
  }

  static Optional<SequenceFormat> find(String word) {
    return Arrays.stream(values()).filter(format -> format.word().equals(word)).findFirst();
  }
}
