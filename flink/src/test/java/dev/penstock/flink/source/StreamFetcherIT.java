package dev.penstock.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.QueryJobConfiguration;
import dev.penstock.flink.ServiceAccess;
import dev.penstock.flink.TableDestination;
import dev.penstock.local.LocalOptions;
import dev.penstock.local.service.ReadOptions;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several splits in one reader, paused and woken up by Flink. */
@Tag("sql")
@Timeout(60)
class StreamFetcherIT {
  private static final String DATASET = "fetcher";
  private static final long ROWS = 20_000;

  private static final AtomicReference<Duration> LATER = new AtomicReference<>(Duration.ZERO);

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY =
      LocalBigQueryExtension.withDatasets(DATASET)
          .on(
              LocalOptions.inMemory()
                  .withClock(() -> Clock.systemUTC().instant().plus(LATER.get()))
                  .withReads(
                      ReadOptions.defaults().withStreamBytes(80_000).withResponses(500, 1 << 20)));

  @BeforeAll
  static void fill() throws InterruptedException {
    BIGQUERY
        .client()
        .query(
            QueryJobConfiguration.of(
                "CREATE TABLE fetcher.numbers AS SELECT id FROM UNNEST(GENERATE_ARRAY(1, "
                    + ROWS
                    + ")) AS id"));
  }

  private static SourceSpec<GenericRecord> spec(String grpc) {
    return new SourceSpec<>(
        TableDestination.of(BIGQUERY.project(), DATASET, "numbers"),
        BIGQUERY.project(),
        List.of(),
        null,
        null,
        2,
        2,
        100,
        1 << 20,
        2,
        BigQueryRowDeserializationSchema.genericRecord(
            "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"id\",\"type\":"
                + "[\"null\",\"long\"]}]}"),
        ServiceAccess.DEFAULT.withEmulator(grpc));
  }

  private static StreamFetcher fetcher(String grpc) {
    return new StreamFetcher(
        spec(grpc), new ReaderMetrics(UnregisteredMetricsGroup.createSourceReaderMetricGroup()));
  }

  /** The two streams of a session of the table. */
  private static List<ReadSplit> splits() throws IOException {
    List<ReadSplit> splits = new SessionPlanner(spec(BIGQUERY.grpcTarget())).call();
    assertThat(splits).hasSize(2);
    return splits;
  }

  /** What batches held. */
  private static final class Seen {
    private final List<Long> ids = new ArrayList<>();
    private final Set<String> splits = new HashSet<>();
    private int finished;

    void addAll(RecordsWithSplitIds<GenericRecord> batch) {
      for (String split = batch.nextSplit(); split != null; split = batch.nextSplit()) {
        splits.add(split);
        for (GenericRecord row = batch.nextRecordFromSplit();
            row != null;
            row = batch.nextRecordFromSplit()) {
          ids.add((Long) row.get("id"));
        }
      }
      finished += batch.finishedSplits().size();
    }
  }

  private static Seen fetch(StreamFetcher fetcher, int times) throws IOException {
    Seen seen = new Seen();
    for (int i = 0; i < times; i++) {
      seen.addAll(fetcher.fetch());
    }
    return seen;
  }

  @Test
  void aPausedSplitGivesNoRowsAndKeepsItsPlace() throws Exception {
    List<ReadSplit> splits = splits();
    StreamFetcher fetcher = fetcher(BIGQUERY.grpcTarget());
    try {
      fetcher.handleSplitsChanges(new SplitsAddition<>(splits));
      Seen first = fetch(fetcher, 3);
      fetcher.pauseOrResumeSplits(splits.subList(0, 1), List.of());
      Seen second = fetch(fetcher, 3);
      fetcher.pauseOrResumeSplits(splits.subList(1, 2), List.of());
      Seen none = fetch(fetcher, 1);
      fetcher.pauseOrResumeSplits(List.of(), splits);
      Seen rest = new Seen();
      while (rest.finished < 2) {
        rest.addAll(fetcher.fetch());
      }

      assertThat(first.splits).containsExactly(splits.get(0).splitId());
      assertThat(second.splits).containsExactly(splits.get(1).splitId());
      assertThat(none.ids).isEmpty();
      List<Long> all = new ArrayList<>(first.ids);
      all.addAll(second.ids);
      all.addAll(rest.ids);
      all.sort(null);
      assertThat(all).isEqualTo(LongStream.rangeClosed(1, ROWS).boxed().toList());
    } finally {
      fetcher.close();
    }
  }

  @Test
  void aWakeUpBeforeTheFirstFetchIsNotLost() throws Exception {
    // Connections are taken by the system, and nobody answers: a fetch would wait for rows.
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      StreamFetcher fetcher = fetcher("127.0.0.1:" + silent.getLocalPort());
      try {
        fetcher.handleSplitsChanges(
            new SplitsAddition<>(
                List.of(
                    new ReadSplit(
                        "projects/p/locations/us/sessions/s/streams/a",
                        0,
                        "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"id\",\"type\":"
                            + "\"long\"}]}",
                        Instant.MAX))));
        fetcher.wakeUp();

        assertThat(fetch(fetcher, 1).ids).isEmpty();
      } finally {
        fetcher.close();
      }
    }
  }

  @Test
  void tellsThatTheSessionExpiredWhileItWasRead() throws Exception {
    List<ReadSplit> splits = splits();
    LATER.set(Duration.ofHours(7));
    StreamFetcher fetcher = fetcher(BIGQUERY.grpcTarget());
    try {
      fetcher.handleSplitsChanges(new SplitsAddition<>(splits));

      assertThatThrownBy(fetcher::fetch)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("STREAM_UNUSABLE: Reading stream " + splits.get(0).stream())
          .hasMessageContaining("start the read anew, with more parallelism or fewer columns.");
    } finally {
      fetcher.close();
      LATER.set(Duration.ZERO);
    }
  }
}
