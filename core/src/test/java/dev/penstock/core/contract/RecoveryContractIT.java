package dev.penstock.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.StandardSQLTypeName;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.contract.Injection.Trait;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.recovery.RecoveryTable;
import dev.penstock.core.recovery.Repair;
import dev.penstock.core.recovery.Rule;
import dev.penstock.core.recovery.Step;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Every rule of the recovery table, injected on every road of rows before and after the server did
 * what it was asked for: the outcome is the one that was promised.
 */
class RecoveryContractIT {
  private static final String DATASET = "contract";

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets(DATASET);

  private static BigQueryConnection connection;

  @BeforeAll
  static void connect() {
    connection =
        BigQueryConnection.open(
            new Endpoint.Emulator(URI.create(BIGQUERY.restUrl()), BIGQUERY.grpcTarget()),
            BIGQUERY.project(),
            "penstock-test/1");
  }

  @AfterAll
  static void disconnect() {
    connection.close();
  }

  @Test
  void everyRuleIsInjectedOnEveryRoadOrExcused() {
    List<String> forgotten = new ArrayList<>();
    for (Rule rule : RecoveryTable.RULES) {
      for (Step step : rule.steps()) {
        for (Road road : Road.values()) {
          boolean excused = Excuse.all().stream().anyMatch(e -> e.covers(step, rule, road));
          for (boolean after : List.of(false, true)) {
            if (!excused && matters(rule, after) && !isInjected(rule, step, road, after)) {
              forgotten.add(
                  road + " " + step + (after ? " after" : " before") + ": " + describe(rule));
            }
          }
        }
      }
    }
    assertThat(forgotten).as("rules without an injection or an excuse").isEmpty();
  }

  private static String describe(Rule rule) {
    return rule.failures() + " " + rule.conditions() + " -> " + rule.repair();
  }

  /**
   * What is done already tells so afterwards only; other answers than a lost one come before
   * anything is done, since a refusal stores nothing (WA-085).
   */
  private static boolean matters(Rule rule, boolean after) {
    if (!after) {
      return rule.repair() != Repair.DONE;
    }
    return rule.repair() == Repair.DONE
        || (rule.repair() == Repair.RETRY && rule.failures().contains(ErrorCode.UNAVAILABLE));
  }

  private static boolean isInjected(Rule rule, Step step, Road road, boolean after) {
    return Injections.all().stream()
        .anyMatch(
            injection ->
                injection.rule().equals(rule)
                    && injection.step() == step
                    && injection.roads().contains(road)
                    && (injection.after() == after || isRead(step, road)));
  }

  /** A call that reads has nothing that could be done already. */
  private static boolean isRead(Step step, Road road) {
    return step == Step.CALL && road != Road.FILE;
  }

  @TestFactory
  Stream<DynamicTest> theOutcomeIsThePromisedOne() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Injection injection : Injections.all()) {
      for (Road road : injection.roads()) {
        String table = "t" + tests.size();
        tests.add(
            DynamicTest.dynamicTest(
                road + " " + injection.step() + " " + injection,
                () -> inject(road, injection, new Scene(BIGQUERY, DATASET, table))));
      }
    }
    return tests.stream();
  }

  private static void inject(Road road, Injection injection, Scene scene) {
    boolean load = road == Road.PENDING || road == Road.FILE;
    if (injection.has(Trait.BAD_ROW)) {
      scene.create(StandardSQLTypeName.GEOGRAPHY);
    } else if (load || injection.has(Trait.NO_CREATION)) {
      scene.create(StandardSQLTypeName.STRING);
    }
    Result result = run(road, injection, scene);
    BIGQUERY.faults().clear();
    List<Long> stored = scene.ids();

    if (injection.promise() instanceof Promise.Stored) {
      assertStored(road, injection, result, stored, Rows.ALL);
    } else if (injection.promise() instanceof Promise.Rejected) {
      assertRejected(road, injection, result, stored);
    } else if (injection.promise() instanceof Promise.Stops stops) {
      assertStopped(road, injection, result, stored, stops.code());
    } else {
      throw new AssertionError(injection);
    }
  }

  private static Result run(Road road, Injection injection, Scene scene) {
    return switch (road) {
      case DEFAULT, BUFFERED -> {
        try (StreamRoads rows =
            new StreamRoads(connection, scene, injection, road == Road.BUFFERED)) {
          yield rows.run();
        }
      }
      case PENDING, FILE -> new LoadRoads(connection, scene, injection, road == Road.FILE).run();
    };
  }

  private static void assertStored(
      Road road, Injection injection, Result result, List<Long> stored, List<Long> expected) {
    assertThat(result.stop()).isNull();
    assertThat(result.acknowledged()).containsExactlyInAnyOrderElementsOf(expected);
    if (road == Road.DEFAULT && injection.has(Trait.LOSSY)) {
      assertThat(new HashSet<>(stored)).containsExactlyInAnyOrderElementsOf(expected);
    } else {
      assertThat(stored).isEqualTo(expected);
    }
  }

  private static void assertRejected(
      Road road, Injection injection, Result result, List<Long> stored) {
    if (road == Road.PENDING || road == Road.FILE) {
      assertThat(result.stop()).isNotNull();
      assertThat(stored).isEmpty();
      return;
    }
    List<Long> good = Rows.ALL.stream().filter(id -> id != Rows.BAD).toList();
    assertThat(result.rejected()).containsExactly(Rows.BAD);
    assertStored(road, injection, result, stored, good);
  }

  private static void assertStopped(
      Road road, Injection injection, Result result, List<Long> stored, ErrorCode code) {
    IngestException stop = Objects.requireNonNull(result.stop(), "it goes on");
    assertThat(stop.code()).as(String.valueOf(stop.getMessage())).isEqualTo(code);
    assertThat(result.rejected()).isEmpty();
    if (road != Road.DEFAULT) {
      assertThat(stored).as("nothing was committed").isEmpty();
    } else if (!injection.has(Trait.LOSSY)) {
      assertThat(stored).doesNotHaveDuplicates().containsAll(result.acknowledged());
    }
  }
}
