package dev.penstock.flink.sink;

import dev.penstock.core.model.ChangeType;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.sequence.SequenceSections;
import dev.penstock.core.sequence.TextPosition;
import dev.penstock.core.time.Time;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a record does to its row, and where it stands. One owner thread. */
final class Changes<T> {
  private static final TextPosition FORM = new TextPosition(TextPosition.Format.BIGQUERY);

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
    return switch (options.changeTypeProvider().getChangeType(element)) {
      case UPSERT -> ChangeType.UPSERT;
      case DELETE -> ChangeType.DELETE;
    };
  }

  /**
   * The sequence number of a change: the provider's, else by arrival; null for a plain row.
   *
   * @throws IllegalArgumentException when the provider gives no number
   */
  @Nullable SequenceNumber sequenceOf(T element) {
    if (options == null) {
      return null;
    }
    if (options.sequenceNumberProvider() == null) {
      return arrival.next(sections);
    }
    String text =
        Objects.requireNonNull(
            options.sequenceNumberProvider().getSequenceNumber(element),
            "The sequence number provider returned null.");
    String fault = FORM.encode(text, sections.clear());
    if (fault != null) {
      throw new IllegalArgumentException("The sequence number " + fault + ".");
    }
    return sections.toNumber();
  }
}
