package dev.penstock.local.grpc;

import com.google.rpc.Code;
import com.google.rpc.Status;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.service.WriteOptions.NewTables;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The first calls on a new table that do not find it, though it is there (WA-038, WA-039, WA-184).
 * Thread-safe.
 */
final class NewTableFaults {
  /** The table that a name means, and how many it meant before. */
  private record Meaning(String physicalName, int before) {}

  private final NewTables options;
  private final InstantSource clock;
  private final Map<TableId, Meaning> meanings = new HashMap<>();
  private final Set<String> met = new HashSet<>();

  NewTableFaults(NewTables options, InstantSource clock) {
    this.options = options;
    this.clock = clock;
  }

  /** What CreateWriteStream answers instead. */
  synchronized Optional<Status> createStream(TableMetadata table, StreamName stream) {
    int before = meaning(table).before();
    if (!isDenied("CreateWriteStream", table, before, options.createStream())) {
      return Optional.empty();
    }
    return Optional.of(
        before > 0
            ? Status.newBuilder()
                .setCode(Code.NOT_FOUND.getNumber())
                .setMessage("Requested entity was not found.")
                .build()
            : WriteFaults.missingTableToUpdate(stream));
  }

  /** What FlushRows answers instead. */
  synchronized Optional<Status> flush(TableMetadata table, StreamName stream) {
    return isDenied("FlushRows", table, meaning(table).before(), options.flush())
        ? Optional.of(WriteFaults.missingTableToUpdate(stream))
        : Optional.empty();
  }

  private Meaning meaning(TableMetadata table) {
    return meanings.merge(
        table.id(),
        new Meaning(table.physicalName(), 0),
        (known, now) ->
            known.physicalName().equals(now.physicalName())
                ? known
                : new Meaning(now.physicalName(), known.before() + 1));
  }

  private boolean isDenied(String method, TableMetadata table, int before, double share) {
    boolean isNew = clock.millis() - table.creationMillis() < options.window().toMillis();
    if (!isNew || !met.add(method + " " + table.id() + " " + table.physicalName())) {
      return false;
    }
    long name = (method + " " + table.id() + " " + before).hashCode();
    return new SplittableRandom(options.seed() + name).nextDouble() < share;
  }
}
