package dev.penstock.kafka.config;

import dev.penstock.kafka.config.Choices.PartitionType;
import dev.penstock.kafka.config.Choices.SequenceMode;
import java.util.List;

/** Keys that need CDC, and keys that CDC changes the meaning of. */
final class ChangeRule implements Rule {
  private static final List<String> ONLY_WITH_CDC =
      List.of(
          Keys.SEQUENCE_FIELD,
          Keys.SEQUENCE_MODE,
          Keys.SEQUENCE_EPOCH,
          Keys.MAX_STALENESS,
          Keys.PRIMARY_KEY_FIELDS);
  private static final long COSTLY_STALENESS_SECONDS = 60;

  @Override
  public void check(Settings settings, Findings findings) {
    if (ChangeOptions.isEnabled(settings)) {
      checkWithCdc(settings, findings);
    } else {
      checkWithoutCdc(settings, findings);
    }
  }

  private static void checkWithoutCdc(Settings settings, Findings findings) {
    for (String key : ONLY_WITH_CDC) {
      if (settings.isSet(key) && !"-1".equals(settings.given().get(key))) {
        findings.error(
            key, key + ": set (expected: absent unless cdcEnabled=true). Set cdcEnabled=true.");
      }
    }
    for (String key : List.of(Keys.UPSERT_ENABLED, Keys.DELETE_ENABLED)) {
      if (settings.flag(key)) {
        findings.error(
            key,
            key
                + ": true without useStorageWriteApi (expected: useStorageWriteApi=true, because"
                + " merging through intermediate tables is not supported). Set"
                + " useStorageWriteApi=true to write changes; the table needs a primary key of"
                + " top-level columns.");
      }
    }
  }

  private static void checkWithCdc(Settings settings, Findings findings) {
    DebeziumTransforms.warnOfRemovedKeys(settings.given(), findings);
    if (settings.isExplicitlyOff(Keys.UPSERT_ENABLED) && settings.flag(Keys.DELETE_ENABLED)) {
      findings.warning(
          "deleteEnabled without upsertEnabled: changes need both; upserts are written as well.");
    }
    if (settings.isSet(Keys.PARTITION_TYPE)
        && settings.choice(Keys.PARTITION_TYPE, PartitionType.class) != PartitionType.NONE
        && !settings.isSet(Keys.PARTITION_FIELD)) {
      findings.error(
          Keys.PARTITION_TYPE,
          "timePartitioningType: "
              + settings.text(Keys.PARTITION_TYPE)
              + " without timestampPartitionFieldName (expected: NONE with CDC, because a row"
              + " cannot stay in the partition of its arrival). Remove it, or name a column.");
    }
    if (settings.isSet(Keys.PARTITION_FIELD)) {
      findings.warning(
          "timestampPartitionFieldName: with CDC every apply reads all partitions, and an update of"
              + " the column moves the row.");
    }
    long staleness = settings.number(Keys.MAX_STALENESS);
    if (staleness >= 0 && staleness < COSTLY_STALENESS_SECONDS) {
      findings.warning(
          "tableMaxStaleness: "
              + staleness
              + " seconds is less than background applies take, so nearly every query merges the"
              + " whole table at its own cost. 600 or more is usual.");
    }
    checkSequence(settings, findings);
  }

  private static void checkSequence(Settings settings, Findings findings) {
    SequenceMode mode = SequenceOptions.modeOf(settings);
    boolean hasFields = settings.isSet(Keys.SEQUENCE_FIELD);
    if (mode == SequenceMode.FIELD_OFFSET && !hasFields) {
      findings.error(
          Keys.SEQUENCE_FIELD,
          "cdcChangeSequenceNumberField: missing (expected: a field with"
              + " cdcSequenceMode=FIELD_OFFSET). Name one, for example __lsn.");
    }
    if (mode != SequenceMode.FIELD_OFFSET && hasFields) {
      findings.error(
          Keys.SEQUENCE_MODE,
          "cdcSequenceMode: "
              + mode
              + " with cdcChangeSequenceNumberField (expected: FIELD_OFFSET). Remove one of them.");
    }
    if (hasFields) {
      SequenceFieldsRule.check(settings, findings);
    }
  }
}
