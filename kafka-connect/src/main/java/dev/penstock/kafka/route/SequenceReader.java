package dev.penstock.kafka.route;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.sequence.SequenceSections;
import dev.penstock.kafka.config.Choices.MissingSequence;
import dev.penstock.kafka.config.Choices.RowPolicy;
import dev.penstock.kafka.config.Choices.SequenceMode;
import dev.penstock.kafka.config.SequenceField;
import dev.penstock.kafka.config.SequenceOptions;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * Makes the sequence number of a record: {@code [epoch/] fields or timestamp / offset}, always with
 * the same number of sections, because numbers of different length have no documented order. One
 * owner thread.
 */
final class SequenceReader {
  private record Part(SequenceField field, FieldAccess access, SectionEncoder encoder) {}

  private final SequenceOptions options;
  private final RecordOrigin origin;
  private final Part[] parts;
  private final SequenceSections sections = new SequenceSections();

  private SequenceReader(SequenceOptions options, RecordOrigin origin, List<Part> parts) {
    this.options = options;
    this.origin = origin;
    this.parts = parts.toArray(Part[]::new);
  }

  /**
   * A reader for records of these schemas.
   *
   * @param row the schema of the row; null for records without a value
   * @param envelope the schema around the row; null when there is none
   */
  static SequenceReader compile(
      SequenceOptions options,
      RecordOrigin origin,
      @Nullable Schema key,
      @Nullable Schema row,
      @Nullable Schema envelope) {
    List<Part> parts =
        options.fields().stream()
            .map(
                field -> {
                  FieldAccess access = FieldAccess.compile(field, key, row, envelope);
                  return new Part(
                      field, access, SectionEncoder.of(field.format(), access.schema()));
                })
            .toList();
    return new SequenceReader(options, origin, parts);
  }

  /**
   * Reads the number of a record; {@link #number} has it afterwards.
   *
   * @return null when there is a number, or none is wanted; else what becomes of the record
   */
  @Nullable Decision read(SinkRecord record, @Nullable Struct row) {
    sections.clear();
    if (options.mode() == SequenceMode.NONE) {
      return null;
    }
    if (options.epoch() != 0) {
      sections.add(options.epoch());
    }
    if (options.mode() == SequenceMode.KAFKA_TIMESTAMP_OFFSET) {
      Long timestamp = record.timestamp();
      if (timestamp == null || timestamp < 0) {
        return missing("The record's timestamp");
      }
      sections.add(timestamp);
    }
    for (Part part : parts) {
      Object value = part.access().of(record, row);
      if (value == null) {
        return missing("Sequence field '" + part.field() + "'");
      }
      String fault = part.encoder().encode(value, sections);
      if (fault != null) {
        return new Decision.Refuse(
            ErrorCode.SEQUENCE_INVALID,
            part.field().toString(),
            "Sequence field '" + part.field() + "' " + fault + ".",
            null);
      }
    }
    sections.add(origin.offset(record));
    return null;
  }

  /** The number that was read last; null when none is wanted. */
  @Nullable SequenceNumber number() {
    return sections.count() == 0 ? null : sections.toNumber();
  }

  private Decision missing(String what) {
    if (options.missing() == MissingSequence.IGNORE) {
      return new Decision.Drop(DropReason.SEQUENCE_MISSING);
    }
    return new Decision.Refuse(
        ErrorCode.SEQUENCE_INVALID,
        null,
        what
            + " is missing, and a change without its number cannot be ordered. Let the source send"
            + " it (for Debezium: add.fields, and a delete mode that rewrites), or set"
            + " cdcMissingSequence to DLQ or IGNORE.",
        options.missing() == MissingSequence.FAIL ? RowPolicy.FAIL : RowPolicy.DLQ);
  }
}
