package dev.penstock.kafka.route;

import dev.penstock.kafka.config.ChangeOptions;
import dev.penstock.kafka.config.Choices.Tombstones;
import dev.penstock.kafka.config.SequenceField.Source;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** Which records with a null value delete nothing. Immutable. */
final class TombstoneRule {
  private final ChangeOptions options;
  private final BooleanSupplier sawDeletedField;
  private final boolean needsValue;

  /**
   * The rule of a topic.
   *
   * @param sawDeletedField whether the topic writes its deletes as rows
   */
  TombstoneRule(ChangeOptions options, BooleanSupplier sawDeletedField) {
    this.options = options;
    this.sawDeletedField = sawDeletedField;
    this.needsValue =
        options.sequence().fields().stream().anyMatch(field -> field.source() == Source.VALUE);
  }

  /** Why the tombstone is dropped; null when it deletes. */
  @Nullable Decision check(SinkRecord record) {
    if (record.key() == null) {
      return new Decision.Drop(DropReason.TOMBSTONE_WITHOUT_KEY);
    }
    if (options.tombstones() == Tombstones.IGNORE) {
      return new Decision.Drop(DropReason.TOMBSTONE_IGNORED);
    }
    if (!options.applyDeletes()) {
      return new Decision.Drop(DropReason.DELETE_DISABLED);
    }
    // Its number would have to be invented, and its delete was written already, with a true one.
    if (needsValue && (options.rewriteTopics() || sawDeletedField.getAsBoolean())) {
      return new Decision.Drop(DropReason.TOMBSTONE_REDUNDANT);
    }
    return null;
  }
}
