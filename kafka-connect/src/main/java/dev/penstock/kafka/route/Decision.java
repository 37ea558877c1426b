package dev.penstock.kafka.route;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.kafka.config.Choices.RowPolicy;
import org.jspecify.annotations.Nullable;

/** What becomes of one record. Immutable, but a row's reader is valid until the next record. */
public sealed interface Decision {

  /** A row is written. */
  record Write(
      Destination destination,
      TablePolicy policy,
      SourceSchema schema,
      RowReader row,
      ChangeType change,
      @Nullable SequenceNumber sequence)
      implements Decision {}

  /** Nothing is written. */
  record Drop(DropReason reason) implements Decision {}

  /**
   * The record cannot be written.
   *
   * @param policy what is done about it; null: what the connector does with any such record
   */
  record Refuse(ErrorCode code, @Nullable String column, String message, @Nullable RowPolicy policy)
      implements Decision {}
}
