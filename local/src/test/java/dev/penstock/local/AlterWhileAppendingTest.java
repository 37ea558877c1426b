package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A column that is added while others append. */
class AlterWhileAppendingTest {
  private static final int ROUNDS = 12;

  @Test
  void valuesOfAColumnThatWasAddedMeanwhileAreKept() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<List<String>> kept = new ArrayList<>();
    try (LocalClients clients = LocalClients.inMemory()) {
      for (int round = 0; round < ROUNDS; round++) {
        kept.add(round(clients, "t" + round, threads));
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(kept).hasSize(ROUNDS).allSatisfy(rows -> assertThat(rows).containsOnly("-1|kept"));
  }

  private static List<String> round(LocalClients clients, String table, ExecutorService threads)
      throws Exception {
    clients.createTable(table, Field.of("id", StandardSQLTypeName.INT64));
    AtomicBoolean stop = new AtomicBoolean();
    List<Future<Integer>> writers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      writers.add(threads.submit(() -> append(clients, table, stop)));
    }
    clients.rest.getTable(TableId.of("d", table)).toBuilder()
        .setDefinition(
            StandardTableDefinition.of(
                Schema.of(
                    Field.of("id", StandardSQLTypeName.INT64),
                    Field.of("v", StandardSQLTypeName.STRING))))
        .build()
        .update();
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName(table), schema("id:INT64", "v:STRING"), row(-1L, "kept")));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
    stop.set(true);
    for (Future<Integer> writer : writers) {
      assertThat(writer.get()).isPositive();
    }
    return clients.rows(table).stream().filter(row -> row.startsWith("-1|")).toList();
  }

  private static int append(LocalClients clients, String table, AtomicBoolean stop)
      throws InterruptedException {
    int stored = 0;
    try (RawConnection connection = new RawConnection(clients.local)) {
      do {
        connection.send(request(streamName(table), schema("id:INT64"), row(7L)));
        connection.send(request(streamName(table), schema("id:INT64"), row(8L)));
        for (int i = 0; i < 2; i++) {
          assertThat(connection.response().hasAppendResult()).isTrue();
          stored++;
        }
      } while (!stop.get());
    }
    return stored;
  }
}
