package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import dev.penstock.local.catalog.TableId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * A table equals the fold over its changes in sequence order, whatever order and however often they
 * arrive, and whenever the log is applied in between.
 */
class ChangeConvergenceTest {
  private static final DescriptorProto SCHEMA =
      schema("id:INT64", "name:STRING", "_CHANGE_TYPE:STRING", "_CHANGE_SEQUENCE_NUMBER:STRING");

  /** A change; the sequence is its number among all, so that no two are equal. */
  record Change(long id, boolean delete, int sequence) {
    String value() {
      return "v" + sequence;
    }

    /** Uneven section lengths and letter cases, as real positions have. */
    String sequenceText() {
      return String.format(Locale.ROOT, sequence % 2 == 0 ? "A/%x" : "a/%X/0", sequence);
    }
  }

  private static final LocalClients CLIENTS = start();
  private static int tables;

  private static LocalClients start() {
    try {
      return LocalClients.inMemory();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterContainer
  static void stop() {
    CLIENTS.close();
  }

  @Provide
  Arbitrary<List<Change>> histories() {
    Arbitrary<Change> change =
        Combinators.combine(Arbitraries.longs().between(1, 6), Arbitraries.of(true, false, false))
            .as((id, delete) -> new Change(id, delete, 0));
    return change
        .list()
        .ofMinSize(1)
        .ofMaxSize(60)
        .map(
            changes -> {
              List<Change> numbered = new ArrayList<>();
              for (Change each : changes) {
                numbered.add(new Change(each.id(), each.delete(), numbered.size()));
              }
              return numbered;
            });
  }

  @Property(tries = 40)
  @Fact({"CDC-024", "CDC-025", "CDC-026", "CDC-032", "CDC-033", "CDC-037"})
  void equalsTheFoldOverTheSortedLog(@ForAll("histories") List<Change> history, @ForAll long seed)
      throws InterruptedException {
    Random random = new Random(seed);
    List<Change> delivered = new ArrayList<>(history);
    history.stream().filter(change -> random.nextInt(3) == 0).forEach(delivered::add);
    Collections.shuffle(delivered, random);
    String table = "t" + ++tables;
    CLIENTS.createKeyedTable(
        table,
        List.of("id"),
        Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Field.Mode.REQUIRED).build(),
        Field.of("name", StandardSQLTypeName.STRING));

    deliver(table, delivered, random);

    assertThat(CLIENTS.rows(table)).isEqualTo(fold(history));
    CLIENTS.local.applyChanges(new TableId("p", "d", table));
    assertThat(CLIENTS.rows(table)).isEqualTo(fold(history));
  }

  private static void deliver(String table, List<Change> changes, Random random)
      throws InterruptedException {
    try (RawConnection connection = new RawConnection(CLIENTS.local)) {
      int from = 0;
      while (from < changes.size()) {
        int to = Math.min(changes.size(), from + 1 + random.nextInt(8));
        ByteString[] rows =
            changes.subList(from, to).stream()
                .map(ChangeConvergenceTest::encoded)
                .toArray(ByteString[]::new);
        connection.send(request(streamName(table), SCHEMA, rows));
        assertThat(connection.response().hasAppendResult()).isTrue();
        if (random.nextInt(4) == 0) {
          CLIENTS.local.applyChanges(new TableId("p", "d", table));
        }
        from = to;
      }
    }
  }

  private static ByteString encoded(Change change) {
    return row(
        change.id(),
        change.delete() ? null : change.value(),
        change.delete() ? "DELETE" : "UPSERT",
        change.sequenceText());
  }

  private static List<String> fold(List<Change> history) {
    Map<Long, String> state = new TreeMap<>();
    history.stream()
        .sorted(Comparator.comparingInt(Change::sequence))
        .forEach(
            change -> {
              if (change.delete()) {
                state.remove(change.id());
              } else {
                state.put(change.id(), change.value());
              }
            });
    List<String> rows = new ArrayList<>();
    state.forEach((id, value) -> rows.add(id + "|" + value));
    return rows;
  }
}
