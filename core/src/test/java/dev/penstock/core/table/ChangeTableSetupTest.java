package dev.penstock.core.table;

import static dev.penstock.core.table.TablesFixture.T;
import static dev.penstock.core.table.TablesFixture.existing;
import static dev.penstock.core.table.TablesFixture.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.services.bigquery.model.Table;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a table of changes is made ready: each state it may be found in, by each policy. */
class ChangeTableSetupTest {
  private static final Duration WANTED = Duration.ofMinutes(10);
  private static final ChangeContract OWN = new ChangeContract(List.of("id", "b"), WANTED);
  private static final ChangeContract FOREIGN =
      new ChangeContract(List.of("id", "b"), Duration.ofMinutes(5));
  private static final List<Column> COLUMNS =
      List.of(
          Column.nullable("id", ColumnType.INT64),
          Column.nullable("b", ColumnType.STRING),
          Column.nullable("c", ColumnType.STRING));

  private final TablesFixture tables = new TablesFixture();
  private Duration staleness = Duration.ZERO;

  /** A table that is not shown for so many looks after it was made. */
  private int hidden;

  @AfterEach
  void close() {
    tables.close();
  }

  /** Tables of the scripted server, which knows no SQL, with a max_staleness of their own. */
  private final class Steps implements ChangeTableSteps {
    private final TablePolicy policy;

    private Steps(TablePolicy policy) {
      this.policy = policy;
    }

    @Override
    public Optional<LiveTable> find() {
      Optional<LiveTable> found = tables.admin.find(T);
      return found.isPresent() && hidden-- > 0 ? Optional.empty() : found;
    }

    @Override
    public void create(String label) {
      LiveTable unused =
          tables.admin.insert(
              T,
              policy,
              NewTable.plan(T, policy, COLUMNS, true)
                  .withAttributes(
                      policy
                          .template()
                          .attributes()
                          .withLabels(Map.of(ChangeContract.LABEL_KEY, label))));
    }

    @Override
    public LiveTable label(LiveTable seen, String label) {
      return tables.admin.label(seen, ChangeContract.LABEL_KEY, label);
    }

    @Override
    public Optional<Duration> maxStaleness(LiveTable table) {
      return Optional.of(staleness);
    }

    @Override
    public void setMaxStaleness(
        LiveTable table, @Nullable Duration found, Duration wanted, int attempt) {
      staleness = wanted;
    }
  }

  private static TablePolicy policy(
      ChangeProvisioning provisioning,
      boolean create,
      List<String> key,
      @Nullable Duration maxStaleness) {
    return TablePolicy.builder()
        .createTable(create)
        .primaryKey(key)
        .maxStaleness(maxStaleness)
        .provisioning(provisioning)
        .build();
  }

  private static TablePolicy policy(ChangeProvisioning provisioning, boolean create) {
    return policy(provisioning, create, List.of("id", "b"), WANTED);
  }

  private DyingSteps run(TablePolicy policy, int death) {
    DyingSteps steps = new DyingSteps(new Steps(policy), death);
    LiveTable unused = new ChangeTableSetup(T, policy, steps, tables.time).run();
    return steps;
  }

  private void put(@Nullable List<String> key, @Nullable String label) {
    Table table =
        existing(
            key,
            field("id", "INTEGER", "REQUIRED"),
            field("B", "STRING", "REQUIRED"),
            field("c", "STRING", "NULLABLE"));
    tables.server.put(
        "t",
        label == null
            ? table
            : table.setLabels(
                new HashMap<>(Map.of(ChangeContract.LABEL_KEY, label, "team", "shop"))));
  }

  private void arrange(ChangeTableState state) {
    List<String> key = List.of("ID", "B");
    switch (state) {
      case ABSENT -> {}
      case KEYLESS -> put(null, null);
      case OTHER_KEY -> put(List.of("B", "id"), OWN.complete());
      case KEY_UNDECLARED, UNLABELED -> put(key, null);
      case OWN_PENDING -> put(key, OWN.pending());
      case FOREIGN_PENDING -> put(key, FOREIGN.pending());
      case OWN_COMPLETE -> put(key, OWN.complete());
      case FOREIGN_COMPLETE -> put(key, FOREIGN.complete());
    }
  }

  /** What is changed, step by step, or why nothing is. */
  private String outcome(TablePolicy policy) {
    DyingSteps steps = new DyingSteps(new Steps(policy), 0);
    try {
      LiveTable ready = new ChangeTableSetup(T, policy, steps, tables.time).run();
      assertThat(ready.primaryKey()).hasSize(2);
      return steps.changes.isEmpty() ? "taken" : String.join(", ", steps.changes);
    } catch (IngestException e) {
      assertThat(steps.changes).isEmpty();
      assertThat(e.code()).isIn(ErrorCode.TABLE_UNSUITABLE, ErrorCode.TABLE_NOT_FOUND);
      return "fails: " + e.getMessage();
    }
  }

  private static final String MADE = "create pending, staleness PT10M, label complete";
  private static final String CONVERGED = "label pending, staleness PT10M, label complete";
  private static final String RESUMED = "staleness PT10M, label complete";
  private static final String DRIFT = "fails: .*its max_staleness is PT0S and not PT10M.*";
  private static final String NO_TABLE = "fails: Table p\\.d\\.t does not exist.*";
  private static final String NO_KEY = "fails: .*it has no primary key\\. Give it one: ALTER.*";
  private static final String OTHER_KEY = "fails: .*its primary key is \\[B, id] and the.*";
  private static final String NOT_DECLARED = "fails: .*no key is configured to compare with.*";
  private static final String MID_FLIGHT = "fails: .*another configuration is being applied.*";
  private static final String OTHERS = "fails: .*another configuration was applied to it.*";

  /** The matrix, line by line: state, whether max_staleness is as wanted, by both policies. */
  private static final List<List<String>> MATRIX =
      List.of(
          List.of("ABSENT", "drift", MADE, MADE),
          List.of("KEYLESS", "drift", NO_KEY, NO_KEY),
          List.of("OTHER_KEY", "right", OTHER_KEY, OTHER_KEY),
          List.of("OTHER_KEY", "drift", OTHER_KEY, OTHER_KEY),
          List.of("KEY_UNDECLARED", "right", "taken", NOT_DECLARED),
          List.of("KEY_UNDECLARED", "drift", DRIFT, NOT_DECLARED),
          List.of("OWN_PENDING", "right", "label complete", "label complete"),
          List.of("OWN_PENDING", "drift", RESUMED, RESUMED),
          List.of("FOREIGN_PENDING", "right", MID_FLIGHT, MID_FLIGHT),
          List.of("FOREIGN_PENDING", "drift", MID_FLIGHT, MID_FLIGHT),
          List.of("UNLABELED", "right", "taken", "label complete"),
          List.of("UNLABELED", "drift", DRIFT, CONVERGED),
          List.of("OWN_COMPLETE", "right", "taken", "taken"),
          List.of("OWN_COMPLETE", "drift", DRIFT, CONVERGED),
          List.of("FOREIGN_COMPLETE", "right", OTHERS, "label complete"),
          List.of("FOREIGN_COMPLETE", "drift", OTHERS, CONVERGED));

  @ParameterizedTest
  @CsvSource({"VERIFY_ONLY, true", "VERIFY_ONLY, false", "RECONCILE, true", "RECONCILE, false"})
  void doesInEachStateWhatTheMatrixSays(ChangeProvisioning provisioning, boolean create) {
    for (List<String> line : MATRIX) {
      ChangeTableState state = ChangeTableState.valueOf(line.get(0));
      tables.server.drop("t");
      arrange(state);
      staleness = line.get(1).equals("right") ? WANTED : Duration.ZERO;
      List<String> key = state == ChangeTableState.KEY_UNDECLARED ? List.of() : List.of("id", "b");
      String expected = line.get(provisioning == ChangeProvisioning.VERIFY_ONLY ? 2 : 3);
      if (state == ChangeTableState.ABSENT && !create) {
        expected = NO_TABLE;
      }

      assertThat(outcome(policy(provisioning, create, key, WANTED)))
          .as("%s, %s", line.get(0), line.get(1))
          .matches(expected);
    }
    assertThat(MATRIX.stream().map(line -> line.get(0)).distinct().toList())
        .containsExactlyElementsOf(
            Arrays.stream(ChangeTableState.values()).map(Enum::name).toList());
  }

  @ParameterizedTest
  @EnumSource(names = {"VERIFY_ONLY", "RECONCILE"})
  void aTableWhoseStalenessIsNobodysBusinessIsMadeAtOnce(ChangeProvisioning provisioning) {
    TablePolicy policy = policy(provisioning, true, List.of("id", "b"), null);

    assertThat(run(policy, 0).changes).containsExactly("create complete");
    assertThat(run(policy, 0).changes).isEmpty();
  }

  @Test
  void aTableIsNotMadeWithoutAKey() {
    assertThatThrownBy(
            () -> run(policy(ChangeProvisioning.VERIFY_ONLY, true, List.of(), WANTED), 0))
        .hasMessage(
            "Table p.d.t cannot take changes: it does not exist, and no key is configured to make"
                + " it with. Name the key columns.");
    assertThat(tables.server.calls()).containsExactly("GET t");
  }

  @Test
  void anUndeclaredKeyIsThatOfTheTableAndItsAttemptIsResumed() {
    put(List.of("id", "B"), OWN.pending());

    assertThat(run(policy(ChangeProvisioning.VERIFY_ONLY, false, List.of(), WANTED), 0).changes)
        .containsExactly("staleness PT10M", "label complete");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aWriterThatDiesWhileItMakesATableIsFollowedByOneThatEndsIt(int death) {
    TablePolicy policy = policy(ChangeProvisioning.VERIFY_ONLY, true);

    assertThatThrownBy(() -> run(policy, death)).isInstanceOf(DyingSteps.Death.class);
    List<String> rest = run(policy, 0).changes;

    assertThat(rest)
        .isEqualTo(
            List.of("create pending", "staleness PT10M", "label complete").subList(death, 3));
    assertThat(tables.live().getLabels()).containsEntry(ChangeContract.LABEL_KEY, OWN.complete());
    assertThat(staleness).isEqualTo(WANTED);
  }

  @ParameterizedTest
  @CsvSource({
    "UNLABELED, 1", "UNLABELED, 2", "UNLABELED, 3",
    "OWN_COMPLETE, 1", "OWN_COMPLETE, 2", "OWN_COMPLETE, 3",
    "FOREIGN_COMPLETE, 1", "FOREIGN_COMPLETE, 2", "FOREIGN_COMPLETE, 3"
  })
  void aWriterThatDiesWhileItReconcilesIsFollowedByOneThatEndsIt(
      ChangeTableState state, int death) {
    arrange(state);
    TablePolicy policy = policy(ChangeProvisioning.RECONCILE, false);

    assertThatThrownBy(() -> run(policy, death)).isInstanceOf(DyingSteps.Death.class);
    List<String> rest = run(policy(ChangeProvisioning.VERIFY_ONLY, false), 0).changes;

    assertThat(rest)
        .isEqualTo(List.of("label pending", "staleness PT10M", "label complete").subList(death, 3));
    assertThat(tables.live().getLabels()).containsEntry(ChangeContract.LABEL_KEY, OWN.complete());
  }

  @Test
  void otherLabelsStay() {
    put(List.of("id", "B"), OWN.pending());

    run(policy(ChangeProvisioning.RECONCILE, false), 0);

    assertThat(tables.live().getLabels()).containsEntry("team", "shop").hasSize(2);
  }

  @Test
  void aLostRaceIsReadBack() {
    arrange(ChangeTableState.UNLABELED);
    tables.server.failNext("PATCH", 412, "conditionNotMet", "Precondition check failed.");

    assertThat(run(policy(ChangeProvisioning.RECONCILE, false), 0).changes)
        .containsExactly("label pending", "staleness PT10M", "label complete");
    assertThat(tables.time.sleptMillis()).isBetween(375L, 625L);
  }

  @Test
  void aTableThatIsNotShownYetIsWaitedFor() {
    hidden = 2;

    assertThat(run(policy(ChangeProvisioning.VERIFY_ONLY, true), 0).changes)
        .containsExactly("create pending", "staleness PT10M", "label complete");
    assertThat(tables.server.calls().subList(0, 6))
        .containsExactly("GET t", "POST tables", "GET t", "POST tables", "GET t", "POST tables");
  }

  @Test
  void givesUpAfterTenFailures() {
    arrange(ChangeTableState.UNLABELED);
    for (int i = 0; i < 11; i++) {
      tables.server.failNext("PATCH", 412, "conditionNotMet", "Precondition check failed.");
    }

    assertThatThrownBy(() -> run(policy(ChangeProvisioning.RECONCILE, false), 0))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
        .hasMessageContaining("Precondition check failed");
    assertThat(tables.time.sleptMillis()).isBetween(40_000L, 70_000L);
  }

  @Test
  void aStalenessThatSomebodyElseUndoesEndsAfterFiveStatements() {
    put(List.of("id", "B"), OWN.pending());
    TablePolicy policy = policy(ChangeProvisioning.RECONCILE, false);
    AtomicInteger statements = new AtomicInteger();
    ChangeTableSteps undone =
        new ChangeTableSteps() {
          private final ChangeTableSteps steps = new Steps(policy);

          @Override
          public Optional<LiveTable> find() {
            return steps.find();
          }

          @Override
          public void create(String label) {
            steps.create(label);
          }

          @Override
          public LiveTable label(LiveTable seen, String label) {
            return steps.label(seen, label);
          }

          @Override
          public Optional<Duration> maxStaleness(LiveTable table) {
            return Optional.empty();
          }

          @Override
          public void setMaxStaleness(
              LiveTable table, @Nullable Duration found, Duration wanted, int attempt) {
            assertThat(attempt).isEqualTo(statements.incrementAndGet());
          }
        };

    assertThatThrownBy(() -> new ChangeTableSetup(T, policy, undone, tables.time).run())
        .hasMessage(
            "max_staleness of p.d.t is of no fixed length after it was set to PT10M. Find out who"
                + " else sets it.");
    assertThat(statements).hasValue(5);
  }
}
