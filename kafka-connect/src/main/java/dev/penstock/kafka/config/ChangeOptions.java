package dev.penstock.kafka.config;

import dev.penstock.kafka.config.Choices.InputFormat;
import dev.penstock.kafka.config.Choices.SequenceMode;
import dev.penstock.kafka.config.Choices.Tombstones;
import dev.penstock.kafka.config.Choices.Truncate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How records become changes. Immutable.
 *
 * @param enabled whether changes are written; else rows are appended
 * @param applyDeletes whether deletes are written; else they are dropped and counted
 * @param primaryKeys key columns by table; the empty name stands for all other tables
 * @param metadataFields fields that are read and never become columns
 * @param rewriteTopics whether a configured transform writes every delete as a row with {@code
 *     __deleted}, so that tombstones say nothing new
 */
public record ChangeOptions(
    boolean enabled,
    boolean applyDeletes,
    Map<String, List<String>> primaryKeys,
    SequenceOptions sequence,
    Tombstones tombstones,
    Truncate truncate,
    InputFormat inputFormat,
    Set<String> metadataFields,
    boolean rewriteTopics) {
  /** Copies the collections. */
  public ChangeOptions {
    primaryKeys = Map.copyOf(primaryKeys);
    metadataFields = Set.copyOf(metadataFields);
  }

  static ChangeOptions from(Settings settings) {
    return new ChangeOptions(
        isEnabled(settings),
        !(settings.flag(Keys.UPSERT_ENABLED) && settings.isExplicitlyOff(Keys.DELETE_ENABLED)),
        primaryKeys(settings),
        SequenceOptions.from(settings),
        settings.choice(Keys.TOMBSTONES, Tombstones.class),
        settings.choice(Keys.TRUNCATE, Truncate.class),
        settings.choice(Keys.INPUT_FORMAT, InputFormat.class),
        Set.copyOf(settings.list(Keys.METADATA_FIELDS)),
        DebeziumTransforms.rewritesDeletes(settings.given()));
  }

  static boolean isEnabled(Settings settings) {
    return settings.flag(Keys.CDC_ENABLED)
        || (settings.flag(Keys.USE_STORAGE_WRITE_API)
            && (settings.flag(Keys.UPSERT_ENABLED) || settings.flag(Keys.DELETE_ENABLED)));
  }

  private static Map<String, List<String>> primaryKeys(Settings settings) {
    Map<String, List<String>> keys = new HashMap<>();
    List<String> all = new ArrayList<>();
    for (String entry : settings.list(Keys.PRIMARY_KEY_FIELDS)) {
      int colon = entry.indexOf(':');
      if (colon < 0) {
        all.add(entry);
      } else {
        keys.put(entry.substring(0, colon), List.of(entry.substring(colon + 1).split("\\|")));
      }
    }
    if (!all.isEmpty()) {
      keys.put("", List.copyOf(all));
    }
    return keys;
  }

  /** Whether nothing but offsets orders the changes of a key. */
  public boolean ordersByOffset() {
    return enabled && sequence.mode() == SequenceMode.OFFSET;
  }

  /** The key columns that the configuration names for a table; empty when it names none. */
  public List<String> primaryKeyOf(String table) {
    return primaryKeys.getOrDefault(table, primaryKeys.getOrDefault("", List.of()));
  }
}
