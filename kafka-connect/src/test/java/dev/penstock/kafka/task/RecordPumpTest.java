package dev.penstock.kafka.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.kafka.config.Choices.RowPolicy;
import dev.penstock.kafka.config.SinkConfig;
import dev.penstock.kafka.config.SinkOptions;
import dev.penstock.kafka.route.RecordOrigin;
import dev.penstock.kafka.route.RecordRouter;
import dev.penstock.kafka.route.RouteCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class RecordPumpTest {
  private final ManualTime time = new ManualTime();
  private final FakeSink sink = new FakeSink();
  private final FakeContext context = new FakeContext(true, true);
  private final RecordOrigin origin = RecordOrigin.ofWorker();
  private final RouteCounters counters = new RouteCounters();
  private final OffsetLedger ledger = new OffsetLedger(origin, true, new TakenBackOffsets(true));
  private final RecordPump pump = pump();

  private RecordPump pump() {
    SinkOptions options =
        SinkConfig.of(
                Map.of(
                    "topics", "t",
                    "project", "p",
                    "defaultDataset", "d",
                    "restEndpoint", "http://127.0.0.1:1",
                    "grpcEndpoint", "127.0.0.1:2",
                    "cdcEnabled", "true"))
            .options();
    return new RecordPump(
        new RecordRouter(options, sink, origin, counters),
        sink,
        ledger,
        new Rejections(RowPolicy.DLQ, context.errantRecordReporter(), ledger, time),
        counters,
        time,
        Duration.ofMinutes(10));
  }

  private static List<SinkRecord> records(int from, int to) {
    List<SinkRecord> records = new ArrayList<>();
    for (int i = from; i < to; i++) {
      records.add(
          new SinkRecord(
              "t",
              0,
              RunningTask.KEY,
              RunningTask.key(i),
              RunningTask.ROW,
              RunningTask.row(i, "n"),
              i));
    }
    return records;
  }

  private long committable() {
    OffsetAndMetadata offset =
        ledger.committable(Set.of(RunningTask.PARTITION)).get(RunningTask.PARTITION);
    return offset == null ? -1 : offset.offset();
  }

  @Test
  void holdsWhatFindsNoRoom() {
    sink.room = 3;
    pump.offer(records(0, 5));
    pump.turn();
    assertThat(pump.heldCount()).isEqualTo(2);
    sink.acknowledgeAll();
    pump.turn();
    assertThat(pump.heldCount()).isZero();
    assertThat(committable()).isEqualTo(3);
    sink.acknowledgeAll();
    pump.turn();
    assertThat(committable()).isEqualTo(5);
  }

  @Test
  void triesARecordAgainThatTheServiceCouldNotTake() {
    sink.appendFailures.add(new IngestException(ErrorCode.UNAVAILABLE, "later"));
    sink.appendFailures.add(new IngestException(ErrorCode.UNAVAILABLE, "later"));
    pump.offer(records(0, 2));
    pump.turn();
    assertThat(sink.tickets).isEmpty();
    time.sleep(100);
    pump.turn();
    pump.turn();
    assertThat(pump.heldCount()).isEqualTo(2);
    time.sleep(200);
    pump.turn();
    assertThat(sink.tickets).containsExactly(0L, 1L);
    sink.acknowledgeAll();
    pump.turn();
    assertThat(committable()).isEqualTo(2);
    assertThat(ledger.openCount()).isZero();
  }

  @Test
  void givesUpWhenTheServiceStaysAway() {
    for (int i = 0; i < 100; i++) {
      sink.appendFailures.add(new IngestException(ErrorCode.UNAVAILABLE, "down"));
    }
    pump.offer(records(0, 1));
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100; i++) {
                pump.turn();
                time.sleep(30_000);
              }
            })
        .isInstanceOf(IngestException.class)
        .hasMessage("down");
    assertThat(time.nanos()).isGreaterThan(Duration.ofMinutes(10).toNanos());
    assertThat(time.nanos()).isLessThan(Duration.ofMinutes(12).toNanos());
  }

  @Test
  void failsAtOnceWhereARetryCannotHelp() {
    sink.appendFailures.add(new IngestException(ErrorCode.SCHEMA_MISMATCH, "no column"));
    pump.offer(records(0, 1));
    assertThatThrownBy(pump::turn).isInstanceOf(IngestException.class).hasMessage("no column");
  }

  @Test
  void setsARecordAsideWhoseTypesDoNotFit() {
    sink.appendFailures.add(new IngestException(ErrorCode.UNSUPPORTED_TYPE, "no such type."));
    pump.offer(records(0, 2));
    pump.turn();
    assertThat(context.reports)
        .singleElement()
        .satisfies(
            report ->
                assertThat(report.failure())
                    .hasMessage("Record t-0@0 cannot be written. no such type."));
    sink.acknowledgeAll();
    pump.turn();
    assertThat(committable()).isEqualTo(2);
  }

  @Test
  void forgetsHeldRecordsOfLostPartitions() {
    sink.appendFailures.add(new IngestException(ErrorCode.UNAVAILABLE, "later"));
    pump.offer(records(0, 2));
    pump.turn();
    pump.close(Set.of(RunningTask.PARTITION));
    ledger.close(Set.of(RunningTask.PARTITION));
    assertThat(pump.heldCount()).isZero();
    pump.offer(records(0, 1));
    pump.turn();
    assertThat(sink.tickets).hasSize(1);
  }
}
