package dev.penstock.kafka.route;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.kafka.config.ChangeOptions;
import dev.penstock.kafka.config.Choices.RowPolicy;
import dev.penstock.kafka.config.Choices.Truncate;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the records of one topic into changes of one table. One owner thread. */
final class ChangeRoute implements TopicRoute {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeRoute.class);

  private final Destination destination;
  private final ChangeOptions options;
  private final ChangeShapes shapes;
  private final TombstoneRule tombstones;
  private final LayoutCheck layout;
  private final RouteCounters counters;
  private boolean warnedOfTruncate;
  private boolean warnedOfPartialDelete;

  ChangeRoute(
      Destination destination,
      ChangeOptions options,
      ChangeShapes shapes,
      TombstoneRule tombstones,
      LayoutCheck layout,
      RouteCounters counters) {
    this.destination = destination;
    this.options = options;
    this.shapes = shapes;
    this.tombstones = tombstones;
    this.layout = layout;
    this.counters = counters;
  }

  @Override
  public Decision route(SinkRecord record) {
    if (record.value() == null) {
      Decision dropped = tombstones.check(record);
      return dropped != null ? dropped : deleteByKey(record, null, null);
    }
    if (!(record.value() instanceof Struct value)) {
      return AppendRoute.notStruct(record);
    }
    ValueShape shape = shapes.valueShape(record, value);
    return switch (shape.operations().read(record, value)) {
      case UPSERT -> shape.refusal() != null ? shape.refusal() : upsert(record, value, shape);
      case DELETE -> shape.refusal() != null ? shape.refusal() : delete(record, value, shape);
      case TRUNCATE -> truncate(record);
      case MESSAGE -> new Decision.Drop(DropReason.MESSAGE);
      case UNKNOWN -> refuseOperation();
    };
  }

  private Decision upsert(SinkRecord record, Struct value, ValueShape shape) {
    Struct row = shape.after(value);
    if (row == null) {
      return refuseEnvelope("after");
    }
    RowPlanned planned = shape.planned();
    Decision refusal = planned.key().check(record, row);
    if (refusal == null && shape.isEnvelope()) {
      refusal = planned.key().checkUnchanged(shape.before(value), row);
    }
    if (refusal != null) {
      return refusal;
    }
    RowReader reader = planned.columns().read(row, record.key());
    String unavailable = planned.columns().findUnavailable();
    if (unavailable != null) {
      return RowShape.refuseUnavailable(unavailable, shapes.readers());
    }
    Decision unordered = planned.sequence().read(record, row);
    return unordered != null
        ? unordered
        : write(record, planned, reader, ChangeType.UPSERT, planned.sequence().number());
  }

  private Decision delete(SinkRecord record, Struct value, ValueShape shape) {
    if (!options.applyDeletes()) {
      return new Decision.Drop(DropReason.DELETE_DISABLED);
    }
    Struct row = shape.before(value);
    RowPlanned planned = shape.planned();
    if (row == null || planned.key().isOnlyInKey(record, row)) {
      return deleteByKey(record, row, planned.sequence());
    }
    Decision refusal = planned.key().check(record, row);
    if (refusal != null) {
      return refusal;
    }
    if (planned.partialDelete().fires(row)) {
      countPartialDelete();
    }
    Decision unordered = planned.sequence().read(record, row);
    return unordered != null
        ? unordered
        : write(
            record,
            planned,
            planned.columns().read(row, record.key()),
            ChangeType.DELETE,
            planned.sequence().number());
  }

  /**
   * A delete that only its record key describes.
   *
   * @param ofValue reads the number of a record with a value; null for a tombstone
   */
  private Decision deleteByKey(
      SinkRecord record, @Nullable Struct row, @Nullable SequenceReader ofValue) {
    ValueShape shape = shapes.keyShape(record);
    if (shape.refusal() != null) {
      return shape.refusal();
    }
    RowPlanned planned = shape.planned();
    Decision refusal = planned.key().checkKeyAlone(record);
    if (refusal != null) {
      return refusal;
    }
    SequenceReader sequence = ofValue != null ? ofValue : planned.sequence();
    Decision unordered = sequence.read(record, row);
    if (unordered != null) {
      return unordered;
    }
    if (!shapes.tableExists(planned.policy())) {
      return new Decision.Drop(DropReason.DELETE_WITHOUT_TABLE);
    }
    return write(
        record,
        planned,
        planned.columns().read(null, record.key()),
        ChangeType.DELETE,
        sequence.number());
  }

  private Decision write(
      SinkRecord record,
      RowPlanned planned,
      RowReader reader,
      ChangeType change,
      @Nullable SequenceNumber number) {
    layout.check(planned.policy(), record);
    shapes.tableMayBeMade();
    return new Decision.Write(
        destination, planned.policy(), planned.columns().schema(), reader, change, number);
  }

  private Decision truncate(SinkRecord record) {
    String message =
        "The source truncated the table behind topic "
            + record.topic()
            + ", and a change stream cannot truncate "
            + destination
            + ". Stop the connector, run TRUNCATE TABLE "
            + destination.quoted()
            + ", and start it again.";
    if (options.truncate() == Truncate.FAIL) {
      return new Decision.Refuse(
          ErrorCode.NOT_SUPPORTED,
          null,
          message + " Or set cdcTruncate=IGNORE_WARN to keep the rows.",
          RowPolicy.FAIL);
    }
    if (!warnedOfTruncate) {
      warnedOfTruncate = true;
      LOG.warn("{} Such events are ignored (cdcTruncate=IGNORE_WARN).", message);
    }
    return new Decision.Drop(DropReason.TRUNCATE);
  }

  private void countPartialDelete() {
    counters.countPartialDelete();
    if (!warnedOfPartialDelete) {
      warnedOfPartialDelete = true;
      LOG.warn(
          "A delete for {} carries {} at its default, and all other columns as well: the source"
              + " seems to log only the key of deleted rows. Such deletes rank below the rows they"
              + " should remove, and the rows stay. Run ALTER TABLE ... REPLICA IDENTITY FULL at"
              + " the source, or order by the source position"
              + " (cdcChangeSequenceNumberField=__lsn).",
          destination,
          options.sequence().fields());
    }
  }

  private Decision refuseOperation() {
    return new Decision.Refuse(
        ErrorCode.ROW_INVALID,
        OperationReader.DELETED,
        "The record's "
            + OperationReader.DELETED
            + " or "
            + OperationReader.OP
            + " says neither upsert nor delete (expected: true or false; c, u, r, d, t or m)."
            + " Correct the transform, or take the field out of cdcMetadataFields if it is data.",
        null);
  }

  private static Decision refuseEnvelope(String image) {
    return new Decision.Refuse(
        ErrorCode.ROW_INVALID,
        image,
        "The envelope has no '" + image + "' image. Check the source connector's configuration.",
        null);
  }
}
