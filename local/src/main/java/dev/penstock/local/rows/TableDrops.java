package dev.penstock.local.rows;

import dev.penstock.local.catalog.TableStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Drops tables in one transaction, on the first one's shard; the other shards wait meanwhile.
 *
 * @param shards all there are
 */
record TableDrops(List<Shard> shards) {
  void run(List<StoredTable> dropped, TableStorage.Entry entry) {
    Shard first = dropped.isEmpty() ? shards.get(0) : dropped.get(0).shard;
    CompletableFuture<Void> released = new CompletableFuture<>();
    List<CompletableFuture<Void>> held = new ArrayList<>();
    try {
      for (Shard shard : shards) {
        if (shard != first) {
          CompletableFuture<Void> holds = new CompletableFuture<>();
          held.add(holds);
          var unused =
              shard.exclusively(
                  names(dropped, shard),
                  connection -> {
                    holds.complete(null);
                    released.orTimeout(1, TimeUnit.MINUTES).join();
                  },
                  () -> {});
        }
      }
      held.forEach(holds -> holds.orTimeout(1, TimeUnit.MINUTES).join());
      Waiting.forChange(
          first.exclusively(
              names(dropped, first),
              connection -> {
                for (StoredTable table : dropped) {
                  new PhysicalTable(table.metadata()).drop(connection);
                }
                entry.write(connection);
              },
              () -> dropped.forEach(StoredTable::drop)));
    } finally {
      released.complete(null);
    }
  }

  private static List<String> names(List<StoredTable> tables, Shard shard) {
    return tables.stream()
        .filter(table -> table.shard == shard)
        .map(table -> table.metadata().physicalName())
        .toList();
  }
}
