package dev.penstock.core.sequence;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;

/** Builds the refusals of source positions. */
final class PositionFault {
  private PositionFault() {}

  /**
   * A refusal.
   *
   * @param field the sequence field, as the user named it
   * @param why what is wrong, without the value itself
   * @param cure what to do
   */
  static IngestException of(String field, String why, String cure) {
    return new IngestException(
        ErrorCode.SEQUENCE_INVALID,
        "Sequence field '" + field + "' was refused: " + why + ". " + cure + ".");
  }
}
