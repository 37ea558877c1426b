package dev.penstock.local;

import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static dev.penstock.local.Streams.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.api.gax.rpc.ApiException;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.rpc.Code;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Random appends, repeats, gaps, flushes and reconnects against the simplest model of a stream. */
class StreamModelTest {
  private static final DescriptorProto ID = schema("id:INT64");
  private static final int STREAMS = 3;
  private static final int STEPS = 120;

  /** A stream as it should be: the ids it took, and how many of them are flushed. */
  private static final class Model {
    private final String name;
    private final List<Long> rows = new ArrayList<>();
    private int flushed;

    Model(String name) {
      this.name = name;
    }
  }

  /** One thread's walk over the streams of one table. */
  private static final class Walk {
    private final LocalClients clients;
    private final Random random;
    private final List<Model> models = new ArrayList<>();
    private long nextId;

    Walk(LocalClients clients, String table, long seed) {
      this.clients = clients;
      this.random = new Random(seed);
      for (int i = 0; i < STREAMS; i++) {
        models.add(new Model(Streams.create(clients, table, WriteStream.Type.BUFFERED)));
      }
    }

    void step() throws InterruptedException {
      Model model = models.get(random.nextInt(STREAMS));
      if (random.nextInt(4) == 0) {
        flush(model);
      } else {
        append(model);
      }
    }

    /** Some appends on a new connection, most at the end, some before or after it. */
    private void append(Model model) throws InterruptedException {
      try (RawConnection connection = new RawConnection(clients.local)) {
        int count = 1 + random.nextInt(3);
        List<Code> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          int end = model.rows.size();
          int offset = Math.max(0, end + (random.nextInt(3) > 0 ? 0 : random.nextInt(7) - 3));
          List<Long> ids = ids(1 + random.nextInt(4));
          ByteString[] rows = ids.stream().map(id -> row(id)).toArray(ByteString[]::new);
          connection.send(at(offset, request(i == 0 ? model.name : null, ID, rows)));
          if (offset == end) {
            model.rows.addAll(ids);
          }
          Code wrong = offset < end ? Code.ALREADY_EXISTS : Code.OUT_OF_RANGE;
          expected.add(offset == end ? Code.OK : wrong);
        }
        for (Code code : expected) {
          AppendRowsResponse response = connection.response();
          assertThat(Code.forNumber(response.getError().getCode())).isEqualTo(code);
        }
      }
    }

    private List<Long> ids(int count) {
      List<Long> ids = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ids.add(nextId++);
      }
      return ids;
    }

    private void flush(Model model) {
      int offset = random.nextInt(model.rows.size() + 2);
      boolean moves = offset >= model.flushed && offset < model.rows.size();
      try {
        assertThat(Streams.flush(clients, model.name, offset)).isEqualTo(offset);
        assertThat(moves).isTrue();
        model.flushed = offset + 1;
      } catch (ApiException e) {
        assertThat(moves).isFalse();
        assertThat(e.getStatusCode().getCode().name())
            .isEqualTo(offset < model.flushed ? "ALREADY_EXISTS" : "OUT_OF_RANGE");
      }
    }

    List<String> visible() {
      List<String> visible = new ArrayList<>();
      for (Model model : models) {
        model.rows.subList(0, model.flushed).forEach(id -> visible.add(String.valueOf(id)));
      }
      visible.sort(null);
      return visible;
    }
  }

  @Test
  @Fact({"WA-072", "WA-073", "WA-074", "WA-080", "WA-081", "WA-082", "WA-185"})
  void tablesShowExactlyTheFlushedRows()
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (LocalClients clients = LocalClients.inMemory()) {
      List<Future<Walk>> walks = new ArrayList<>();
      for (int t = 0; t < 2; t++) {
        String table = "walk" + t;
        clients.createTable(table, Field.of("id", StandardSQLTypeName.INT64));
        Walk walk = new Walk(clients, table, 20261130 + t);
        walks.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < STEPS; i++) {
                    walk.step();
                  }
                  return walk;
                }));
      }
      for (int t = 0; t < 2; t++) {
        Walk walk = walks.get(t).get(120, TimeUnit.SECONDS);
        assertThat(walk.visible()).hasSizeGreaterThan(50);
        assertThat(clients.rows("walk" + t)).isEqualTo(walk.visible());
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
