package dev.penstock.kafka.route;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.kafka.config.ChangeOptions;
import dev.penstock.kafka.config.Choices.InputFormat;
import dev.penstock.kafka.read.ConnectReaders;
import dev.penstock.kafka.route.KeyPlanner.Outcome;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** Compiles and keeps the shapes of one topic's records. One owner thread. */
final class ChangeShapes {
  private static final Schema NO_FIELDS = SchemaBuilder.struct().build();

  private final Destination destination;
  private final ChangeOptions changes;
  private final Function<List<String>, TablePolicy> policies;
  private final ConnectReaders readers;
  private final LiveTables tables;
  private final RecordOrigin origin;
  private final KeyPlanner keys;
  private final ShapeCache<ValueShape> ofValues = new ShapeCache<>();
  private final ShapeCache<ValueShape> ofKeys = new ShapeCache<>();
  private boolean sawDeletedField;
  private final LongSupplier turn;
  private boolean tableExists;
  private long absentInTurn = -1;

  /**
   * No shapes yet.
   *
   * @param policies the policy of the table, by its key columns
   */
  ChangeShapes(
      Destination destination,
      ChangeOptions changes,
      Function<List<String>, TablePolicy> policies,
      ConnectReaders readers,
      LiveTables tables,
      RecordOrigin origin,
      LongSupplier turn) {
    this.destination = destination;
    this.changes = changes;
    this.policies = policies;
    this.readers = readers;
    this.tables = tables;
    this.origin = origin;
    this.turn = turn;
    this.keys = new KeyPlanner(destination, changes, policies, readers, tables);
  }

  ConnectReaders readers() {
    return readers;
  }

  /** Whether a schema of this topic had the field that marks deleted rows. */
  boolean sawDeletedField() {
    return sawDeletedField;
  }

  /**
   * Whether the table is there. Once it was, it is not asked for again; while it is absent, it is
   * asked for once a turn, because a topic may begin with any number of deletes.
   */
  boolean tableExists(TablePolicy policy) {
    if (!tableExists && absentInTurn != turn.getAsLong()) {
      tableExists = !tables.primaryKeyOf(destination, policy).isEmpty();
      absentInTurn = tableExists ? -1 : turn.getAsLong();
    }
    return tableExists;
  }

  /** A row goes to the table, which may make it. */
  void tableMayBeMade() {
    absentInTurn = -1;
  }

  ValueShape valueShape(SinkRecord record, Struct value) {
    return keepUnlessRefused(
        ofValues,
        ofValues.get(
            record.keySchema(), value.schema(), () -> compile(record.keySchema(), value.schema())));
  }

  ValueShape keyShape(SinkRecord record) {
    return keepUnlessRefused(
        ofKeys, ofKeys.get(record.keySchema(), null, () -> compileKey(record.keySchema())));
  }

  /** A refusal may end when somebody adds a primary key to the table. */
  private static ValueShape keepUnlessRefused(ShapeCache<ValueShape> cache, ValueShape shape) {
    if (shape.refusal() != null) {
      cache.forgetLast();
    }
    return shape;
  }

  private ValueShape compile(@Nullable Schema key, Schema value) {
    boolean envelope = isEnvelope(value);
    OperationReader operations =
        envelope
            ? OperationReader.ofEnvelope(value)
            : OperationReader.ofFlat(value, changes.metadataFields());
    sawDeletedField |= operations.hasDeletedField();
    if (!envelope && changes.inputFormat() == InputFormat.DEBEZIUM_ENVELOPE) {
      return ValueShape.refused(
          operations,
          new Decision.Refuse(
              ErrorCode.ROW_INVALID,
              null,
              "The value is no Debezium envelope (expected: one with cdcInputFormat="
                  + "DEBEZIUM_ENVELOPE). Set cdcInputFormat to AUTO or FLAT.",
              null));
    }
    Field before = envelope ? value.field("before") : null;
    Field after = envelope ? value.field("after") : null;
    Schema row = envelope ? rowSchema(before, after) : value;
    Outcome outcome = keys.plan(key, row);
    if (outcome instanceof Outcome.Refused refused) {
      return ValueShape.refused(operations, refused.refusal());
    }
    KeyPlan plan = ((Outcome.Planned) outcome).plan();
    Set<String> metadata = envelope ? Set.of() : changes.metadataFields();
    RowPlanned planned =
        new RowPlanned(
            RowShape.ofValue(row, key, plan, metadata, readers),
            plan,
            SequenceReader.compile(changes.sequence(), origin, key, row, envelope ? value : null),
            PartialDeleteHint.compile(changes.sequence().fields(), row, plan, metadata),
            policies.apply(plan.columns()));
    return envelope
        ? ValueShape.envelope(operations, before, after, planned)
        : ValueShape.flat(operations, planned);
  }

  private ValueShape compileKey(@Nullable Schema key) {
    OperationReader none = OperationReader.ofFlat(NO_FIELDS, Set.of());
    Outcome outcome = keys.plan(key, null);
    if (outcome instanceof Outcome.Refused refused) {
      return ValueShape.refused(none, refused.refusal());
    }
    KeyPlan plan = ((Outcome.Planned) outcome).plan();
    if (key == null || !plan.isWholeInKey()) {
      return ValueShape.refused(
          none,
          new Decision.Refuse(
              ErrorCode.ROW_INVALID,
              null,
              "The record key lacks columns of the primary key "
                  + plan.columns()
                  + " of "
                  + destination
                  + ", so a delete by key cannot name its row. Put them into the key.",
              null));
    }
    return ValueShape.flat(
        none,
        new RowPlanned(
            RowShape.ofKey(key, plan, readers),
            plan,
            SequenceReader.compile(changes.sequence(), origin, key, null, null),
            PartialDeleteHint.NEVER,
            policies.apply(plan.columns())));
  }

  private boolean isEnvelope(Schema value) {
    return changes.inputFormat() != InputFormat.FLAT
        && value.name() != null
        && value.name().endsWith(".Envelope")
        && value.field("op") != null
        && value.field("source") != null;
  }

  private static Schema rowSchema(@Nullable Field before, @Nullable Field after) {
    Field image = after != null ? after : before;
    return image == null ? NO_FIELDS : image.schema();
  }
}
