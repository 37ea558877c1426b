package dev.penstock.kafka.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the text or number of a sequence field becomes sections. Immutable. */
public enum SequenceFormat {
  DECIMAL(1),
  HEX(1),
  PG_LSN(1),
  MSSQL_LSN(2),
  BINLOG_FILE(1),
  ISO_TIMESTAMP(1),
  SIGNED(1);

  private final int sections;

  SequenceFormat(int sections) {
    this.sections = sections;
  }

  /** How many sections it yields. */
  public int sections() {
    return sections;
  }

  /** The word in the configuration, for example {@code pg-lsn}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<SequenceFormat> find(String word) {
    return Arrays.stream(values()).filter(format -> format.word().equals(word)).findFirst();
  }
}
