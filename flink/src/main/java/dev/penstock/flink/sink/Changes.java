package dev.penstock.flink.sink;

import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.sequence.SequenceSections;
import dev.penstock.core.time.Time;
import org.jspecify.annotations.Nullable;

/** What a record does to its row, and where it stands. One owner thread. */
final class Changes<T> {
  private final @Nullable CdcOptions<? super T> options;
  private final SequenceSections sections = new SequenceSections();
  private final ArrivalOrder arrival = new ArrivalOrder(Time.SYSTEM);

  /**
   * Changes.
   *
   * @param options null when rows are plain
   */
  Changes(@Nullable CdcOptions<? super T> options) {
    this.options = options;
  }

  ChangeType typeOf(T element) {
    if (options == null) {
      return ChangeType.APPEND;
    }
    CdcChangeType type = options.changeTypeProvider().getChangeType(element);
    if (type == null) {
      throw invalid(
          ErrorCode.ROW_INVALID,
          "The change type provider returned null. Return UPSERT or DELETE.");
    }
    return switch (type) {
      case UPSERT -> ChangeType.UPSERT;
      case DELETE -> ChangeType.DELETE;
    };
  }

  /**
   * The sequence number of a change: the provider's, else by arrival; null for a plain row.
   *
   * @throws RowFaultException when the provider gives no number
   */
  @Nullable SequenceNumber sequenceOf(T element) {
    if (options == null) {
      return null;
    }
    if (options.sequenceNumberProvider() == null) {
      return arrival.next(sections);
    }
    String text = options.sequenceNumberProvider().getSequenceNumber(element);
    SequenceNumber number = text == null ? null : SequenceNumber.find(text);
    if (number == null) {
      throw invalid(
          ErrorCode.SEQUENCE_INVALID,
          "The sequence number provider returned "
              + (text == null ? "null" : "a text of another form")
              + " (expected: 1 to 4 sections of 1 to 16 hexadecimal digits, joined by /, such as"
              + " 1A/2F). Make it of the position that the source gives the change, with the same"
              + " sections for every change.");
    }
    return number;
  }

  private static RowFaultException invalid(ErrorCode code, String message) {
    return new RowFaultException(new RowFault(code, null, message));
  }
}
