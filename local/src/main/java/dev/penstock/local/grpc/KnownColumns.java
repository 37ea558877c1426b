package dev.penstock.local.grpc;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.service.WriteOptions.NewColumns;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The columns of tables as appends know them: after a change they go on with the former ones for a
 * while (WA-163, WA-165, WA-167). Only columns that are added at the end or relaxed are late.
 * Thread-safe.
 */
final class KnownColumns {
  private record Version(String physicalName, List<Field> fields, long fromMillis) {}

  private final NewColumns options;
  private final InstantSource clock;
  private final Map<TableId, Deque<Version>> versions = new HashMap<>();

  KnownColumns(NewColumns options, InstantSource clock) {
    this.options = options;
    this.clock = clock;
  }

  /** The table with the columns that appends know now. */
  TableMetadata of(TableMetadata table) {
    return options.usual().isZero() && options.lateShare() == 0 ? table : known(table);
  }

  private synchronized TableMetadata known(TableMetadata table) {
    Deque<Version> known = versions.computeIfAbsent(table.id(), id -> new ArrayDeque<>());
    if (known.isEmpty() || !isGrown(known.getLast(), table)) {
      known.clear();
      known.add(new Version(table.physicalName(), table.fields(), 0));
    } else if (!known.getLast().fields().equals(table.fields())) {
      long from = table.modifiedMillis() + delay(table).toMillis();
      known.add(new Version(table.physicalName(), table.fields(), from));
    }
    long now = clock.millis();
    while (known.size() > 1 && second(known).fromMillis() <= now) {
      known.removeFirst();
    }
    return known.size() == 1 ? table : table.withFields(known.getFirst().fields());
  }

  private static Version second(Deque<Version> versions) {
    return versions.stream().skip(1).findFirst().orElseThrow();
  }

  private static boolean isGrown(Version before, TableMetadata after) {
    List<Field> fields = before.fields();
    if (!before.physicalName().equals(after.physicalName())
        || fields.size() > after.fields().size()) {
      return false;
    }
    for (int i = 0; i < fields.size(); i++) {
      Field field = after.fields().get(i);
      if (!fields.get(i).equals(field) && !fields.get(i).withMode(Mode.NULLABLE).equals(field)) {
        return false;
      }
    }
    return true;
  }

  private Duration delay(TableMetadata table) {
    long name = (table.id() + " " + table.fields().size()).hashCode();
    boolean late = new SplittableRandom(options.seed() + name).nextDouble() < options.lateShare();
    return late ? options.late() : options.usual();
  }
}
