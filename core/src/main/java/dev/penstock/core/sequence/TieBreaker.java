package dev.penstock.core.sequence;

import dev.penstock.core.model.ChangeType;

/**
 * What orders changes of one key to which the source gives one position: a last section. Fixed for
 * the life of a table. Immutable.
 */
public enum TieBreaker {
  /** Nothing: of equal numbers the one that arrives later wins. */
  NONE("", 0),
  /**
   * A DELETE ranks below the UPSERT of the same position, for sources that split the move of a row
   * to another key into both. It depends on nothing but the change.
   */
  CHANGE("change", 1),
  /**
   * The caller's count: the offset in the log that changes are read from. It stays the same when
   * the log is read again, but not when the source writes the log anew.
   */
  ORDINAL("ordinal", 1);

  private final String word;
  private final int sections;

  TieBreaker(String word, int sections) {
    this.word = word;
    this.sections = sections;
  }

  /** The word by which labels and options name it; empty for none. */
  public String word() {
    return word;
  }

  /** How many sections it adds. */
  public int sections() {
    return sections;
  }

  /** Adds its section. */
  public void addTo(SequenceSections target, ChangeType change, long ordinal) {
    switch (this) {
      case NONE -> {}
      case CHANGE -> target.add(change == ChangeType.DELETE ? 0 : 1);
      case ORDINAL -> target.add(ordinal);
    }
  }
}
