package dev.penstock.kafka.scenario;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.testkit.LocalBigQueryExtension;
import dev.penstock.testkit.history.Change;
import dev.penstock.testkit.history.ChangeHistory;
import dev.penstock.testkit.history.HistoryTable;
import dev.penstock.testkit.history.Operation;
import dev.penstock.testkit.history.Operation.Action;
import dev.penstock.testkit.history.Profile;
import dev.penstock.testkit.tap.AppendTap;
import dev.penstock.testkit.tap.AppendedRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** One run of a history under one profile, checked after each operation. One owner thread. */
final class ProfileRun implements AutoCloseable {
  private static final String SEQUENCE = "[0-9A-Fa-f]{1,16}(/[0-9A-Fa-f]{1,16}){0,3}";
  private static final int REPLAY_SEED = 32;
  private static final int REPLAY_BATCH = 7;

  private final ChangeHistory history = ChangeHistory.load("customers-32");
  private final TopicLog log = new TopicLog(3);
  private final Map<String, Integer> sequenceParts = new LinkedHashMap<>();
  private final LocalBigQueryExtension bigquery;
  private final AppendTap tap;
  private final String dataset;
  private final Profile profile;
  private final EventRecording recording;
  private final Map<String, String> config;
  private final UnaryOperator<SinkRecord> transform;
  private SinkRun sink;

  ProfileRun(
      LocalBigQueryExtension bigquery,
      String profile,
      String dataset,
      UnaryOperator<ScenarioConfig> change) {
    this.bigquery = bigquery;
    this.dataset = bigquery.createDataset(dataset);
    this.tap = AppendTap.start(bigquery.grpcTarget());
    ScenarioConfig scenario = change.apply(ScenarioConfig.into(bigquery, tap, dataset));
    this.profile = history.profile(profile);
    this.recording = EventRecording.load(history.name(), this.profile.variant());
    this.config = scenario.keys();
    this.transform = scenario.transform();
    this.sink = SinkRun.start(this.config, 3, this.transform);
  }

  List<Operation> operations() {
    return history.operations();
  }

  /** Runs an operation to the committed end of the log and checks everything that shows. */
  void play(Operation operation) {
    boolean replay = operation.action() instanceof Action.Replay;
    if (replay) {
      replayAll();
    } else {
      List<SinkRecord> records =
          recording.of(operation.number()).stream().map(log::append).toList();
      sink.deliver(records);
    }
    sink.awaitCommitted(log.ends());
    List<AppendedRow> rows = tap.takeRows();
    checkSequences(rows);
    if (!replay) {
      assertThat(perKey(rows)).isEqualTo(expectedPerKey(profile.rowsOf(operation)));
      assertThat(sink.takeDeadLetters()).hasSize(rejectedBy(operation));
    }
    checkState(operation.number());
  }

  private void replayAll() {
    sink.close();
    sink = SinkRun.start(config, 3, transform);
    List<SinkRecord> twice = new ArrayList<>(log.all());
    twice.addAll(log.all());
    Collections.shuffle(twice, new Random(REPLAY_SEED));
    for (int i = 0; i < twice.size(); i += REPLAY_BATCH) {
      sink.deliver(twice.subList(i, Math.min(i + REPLAY_BATCH, twice.size())));
    }
    // Kafka never shuffles a partition; offsets are those of a last pass in order.
    sink.deliver(log.all());
  }

  private int rejectedBy(Operation operation) {
    return (int)
        profile.rejected().stream()
            .filter(rejection -> rejection.operation() == operation.number())
            .count();
  }

  private void checkSequences(List<AppendedRow> rows) {
    for (AppendedRow row : rows) {
      assertThat(row.changeType()).isIn("UPSERT", "DELETE");
      assertThat(row.sequenceNumber()).matches(SEQUENCE);
      int parts = String.valueOf(row.sequenceNumber()).split("/", -1).length;
      assertThat(sequenceParts.computeIfAbsent(row.table(), t -> parts)).isEqualTo(parts);
    }
  }

  private Map<String, List<String>> perKey(List<AppendedRow> rows) {
    return rows.stream()
        .collect(
            groupingBy(
                row -> row.table() + history.table(row.table()).keyOf(row.values()),
                mapping(row -> String.valueOf(row.changeType()), toList())));
  }

  private static Map<String, List<String>> expectedPerKey(List<Change> changes) {
    return changes.stream()
        .collect(
            groupingBy(
                change -> change.table() + change.key(),
                mapping(change -> change.type().name(), toList())));
  }

  /** Compares every row of every table with the state after an operation. */
  void checkState(int operation) {
    List<String> created = bigquery.tables(dataset);
    for (HistoryTable table : history.tables()) {
      List<Map<String, @Nullable Object>> rows =
          created.contains(table.name()) ? bigquery.table(dataset, table.name()).rows() : List.of();
      Map<List<Object>, Map<String, @Nullable Object>> byKey = new LinkedHashMap<>();
      rows.forEach(row -> byKey.put(table.keyOf(row), table.comparable(row)));
      assertThat(byKey).as("duplicate keys in %s", table.name()).hasSameSizeAs(rows);
      assertThat(byKey)
          .as("%s after operation %d", table.name(), operation)
          .isEqualTo(history.stateAfter(operation, profile).rows(table.name()));
    }
  }

  @Override
  public void close() {
    sink.close();
    tap.close();
  }
}
