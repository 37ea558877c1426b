package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedOption;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableDefinition.Kind;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sets table options of DDL; NULL clears one (SQ-037). One owner thread. */
final class OptionSetter {
  /** What {@code max_staleness} is after it was set and cleared again (CDC-044). */
  private static final String CLEARED_STALENESS = "0-0 0 0:0:0";

  private static final double MILLIS_PER_DAY = 86_400_000;

  private final Constants constants;

  OptionSetter(Constants constants) {
    this.constants = constants;
  }

  void set(TableDraft draft, List<ResolvedOption> options) {
    for (ResolvedOption option : options) {
      set(draft, option.getName().toLowerCase(Locale.ROOT), constants.value(option.getValue()));
    }
  }

  private static void set(TableDraft draft, String name, @Nullable Object value) {
    try {
      switch (name) {
        case TableOptions.MAX_STALENESS -> setStaleness(draft, (String) value);
        case TableMetadata.KMS_KEY_NAME -> setKey(draft, (String) value);
        case "description" -> draft.description = (String) value;
        case "friendly_name" -> draft.friendlyName = (String) value;
        case "expiration_timestamp" ->
            draft.expirationMillis = value == null ? null : ((Instant) value).toEpochMilli();
        case "labels" -> setLabels(draft, value);
        case "partition_expiration_days" -> setPartitionExpiration(draft, (Number) value);
        case "require_partition_filter" ->
            partition(draft, name, expiration(draft), Boolean.TRUE.equals(value));
        default -> setOther(draft, name, value);
      }
    } catch (ClassCastException e) {
      throw ServiceException.invalidQuery("Invalid value for option " + name + ": wrong type");
    }
  }

  private static void setOther(TableDraft draft, String name, @Nullable Object value) {
    boolean materialized =
        draft.definition != null && draft.definition.kind() == Kind.MATERIALIZED_VIEW;
    if (!materialized || !TableOptions.OTHERS.containsKey(name)) {
      throw ServiceException.notSupported("SQL table option " + name);
    }
    if (value == null) {
      draft.options.remove(name);
    } else {
      draft.options.put(name, value.toString());
    }
  }

  private static void setStaleness(TableDraft draft, @Nullable String interval) {
    if (interval != null) {
      draft.options.put(TableOptions.MAX_STALENESS, interval);
    } else if (draft.options.containsKey(TableOptions.MAX_STALENESS)) {
      draft.options.put(TableOptions.MAX_STALENESS, CLEARED_STALENESS);
    }
  }

  private static void setKey(TableDraft draft, @Nullable String key) {
    if (key == null) {
      draft.options.remove(TableMetadata.KMS_KEY_NAME);
    } else {
      draft.options.put(TableMetadata.KMS_KEY_NAME, key);
    }
  }

  /** Labels are replaced as a whole (SQ-038). */
  private static void setLabels(TableDraft draft, @Nullable Object value) {
    draft.labels.clear();
    for (Object label : value == null ? List.of() : (List<?>) value) {
      List<?> pair = (List<?>) label;
      draft.labels.put((String) pair.get(0), (String) pair.get(1));
    }
  }

  private static void setPartitionExpiration(TableDraft draft, @Nullable Number days) {
    Long millis = days == null ? null : Math.round(days.doubleValue() * MILLIS_PER_DAY);
    boolean filter = draft.partitioning != null && draft.partitioning.requireFilter();
    partition(draft, "partition_expiration_days", millis, filter);
  }

  private static @Nullable Long expiration(TableDraft draft) {
    return draft.partitioning == null ? null : draft.partitioning.expirationMs();
  }

  private static void partition(
      TableDraft draft, String option, @Nullable Long expirationMs, boolean filter) {
    Partitioning before = draft.partitioning;
    if (before == null) {
      throw ServiceException.invalid(
          "Option " + option + " is only allowed on partitioned tables: " + draft.id().legacy());
    }
    draft.partitioning =
        new Partitioning(before.type(), before.field(), expirationMs, filter, before.range());
  }
}
