package dev.penstock.kafka.route;

import dev.penstock.kafka.read.SentValue;
import java.util.Locale;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads from a flat row, or from an envelope, what its record does. The rules in order: {@code op}
 * of an envelope; {@code __op} of a truncate; {@code __deleted}; {@code __op}; the header {@code
 * __op}; else an upsert. Immutable.
 */
final class OperationReader {
  static final String DELETED = "__deleted";
  static final String OP = "__op";

  private final @Nullable Field envelopeOp;
  private final @Nullable Field deleted;
  private final @Nullable Field op;

  private OperationReader(@Nullable Field envelopeOp, @Nullable Field deleted, @Nullable Field op) {
    this.envelopeOp = envelopeOp;
    this.deleted = deleted;
    this.op = op;
  }

  static OperationReader ofEnvelope(Schema schema) {
    return new OperationReader(schema.field("op"), null, null);
  }

  static OperationReader ofFlat(Schema schema, Set<String> metadataFields) {
    return new OperationReader(
        null,
        metadataFields.contains(DELETED) ? schema.field(DELETED) : null,
        metadataFields.contains(OP) ? schema.field(OP) : null);
  }

  /** Whether deletes of this schema come as rows. */
  boolean hasDeletedField() {
    return deleted != null;
  }

  Operation read(SinkRecord record, Struct value) {
    if (envelopeOp != null) {
      return ofLetter(SentValue.of(value, envelopeOp), Operation.UNKNOWN);
    }
    Object letter = op == null ? null : SentValue.of(value, op);
    Operation byLetter = letter == null ? null : Operation.ofLetter(letter);
    if (byLetter == Operation.TRUNCATE || byLetter == Operation.MESSAGE) {
      return byLetter;
    }
    Operation byFlag = deleted == null ? Operation.UPSERT : ofFlag(SentValue.of(value, deleted));
    if (byFlag != Operation.UPSERT) {
      return byFlag;
    }
    return byLetter != null ? byLetter : ofHeader(record);
  }

  private static Operation ofHeader(SinkRecord record) {
    if (record.headers().isEmpty()) {
      return Operation.UPSERT;
    }
    Header header = record.headers().lastWithName(OP);
    return ofLetter(header == null ? null : header.value(), Operation.UPSERT);
  }

  private static Operation ofLetter(@Nullable Object letter, Operation absent) {
    return letter == null ? absent : Operation.ofLetter(letter);
  }

  /** Debezium writes a text, other tools a boolean or a number. */
  private static Operation ofFlag(@Nullable Object flag) {
    if (flag == null) {
      return Operation.UPSERT;
    }
    return switch (flag.toString().trim().toLowerCase(Locale.ROOT)) {
      case "true", "1" -> Operation.DELETE;
      case "false", "0" -> Operation.UPSERT;
      default -> Operation.UNKNOWN;
    };
  }
}
