package dev.penstock.core.publish;

import static dev.penstock.core.publish.PlanCases.BY_DAY;
import static dev.penstock.core.publish.PlanCases.ROWS;
import static dev.penstock.core.publish.PlanCases.existing;
import static dev.penstock.core.publish.PlanCases.request;
import static dev.penstock.core.publish.PlanCases.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.TableSpec;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the service cannot do, and how plans keep clear of it. */
class ServiceConstraintsTest {
  private static final Strategy REPLACE = new Strategy.Replace(false);
  private static final PartitionSpec BY_MONTH =
      new PartitionSpec.ByTime(PartitionSpec.Granularity.MONTH, "joined");

  private static Stream<PublishPlan> plans() {
    return PlanCases.all().values().stream().map(PublishPlanner::plan);
  }

  private static Stream<String> statements() {
    return plans()
        .flatMap(plan -> plan.steps().stream())
        .filter(Step.RunQuery.class::isInstance)
        .map(step -> ((Step.RunQuery) step).sql());
  }

  private static TableSpec rows(List<String> key) {
    return spec(ROWS, key, null, List.of());
  }

  @Test
  void thePartitioningOfATableIsNotAlteredInPlace() {
    for (Strategy strategy : List.of(REPLACE, new Strategy.Append(), new Strategy.Merge())) {
      assertThatThrownBy(
              () ->
                  PublishPlanner.plan(
                      request(
                          strategy,
                          spec(ROWS, List.of("id"), BY_MONTH, List.of()),
                          existing(spec(ROWS, List.of("id"), BY_DAY, List.of())),
                          LoadMethod.LOAD_JOB)))
          .isInstanceOf(IngestException.class)
          .hasMessageContaining("in place");
    }
  }

  @Test
  void createOrReplaceKeepsThePartitioningOfTheTable() {
    PublishPlan plan =
        PublishPlanner.plan(
            request(
                REPLACE,
                rows(List.of()),
                existing(spec(ROWS, List.of(), BY_DAY, List.of("name"))),
                LoadMethod.STREAMS));

    assertThat(plan.text()).contains("PARTITION BY `joined`\n       CLUSTER BY `name`\n");
  }

  @Test
  void aCopyComesFromATableOfTheSameLayout() {
    PublishPlan plan =
        PublishPlanner.plan(
            request(
                REPLACE,
                rows(List.of()),
                existing(spec(ROWS, List.of(), BY_DAY, List.of("name"))),
                LoadMethod.LOAD_JOB));

    assertThat(plan.steps().get(0))
        .isInstanceOfSatisfying(
            Step.CreateTable.class,
            create -> {
              assertThat(create.spec().partition()).isEqualTo(BY_DAY);
              assertThat(create.spec().clusterBy()).containsExactly("name");
            });
  }

  @Test
  void noTableIsRenamedOntoAnother() {
    assertThat(statements()).noneMatch(sql -> sql.toUpperCase(Locale.ROOT).contains("RENAME"));
  }

  @Test
  void noKeyIsDroppedForARename() {
    assertThat(statements()).noneMatch(sql -> sql.toUpperCase(Locale.ROOT).contains("DROP"));
  }

  @Test
  void aDeclaredKeyIsNotEnforcedSoPlansKeepItThemselves() {
    assertThat(statements().filter(sql -> sql.contains("PRIMARY KEY")))
        .isNotEmpty()
        .allMatch(sql -> sql.contains("NOT ENFORCED"))
        .allMatch(sql -> sql.contains("QUALIFY ROW_NUMBER() OVER (PARTITION BY `id`"));
  }

  @Test
  void noStatementIsPartOfATransaction() {
    assertThat(statements())
        .isNotEmpty()
        .noneMatch(sql -> sql.contains(";"))
        .noneMatch(sql -> sql.contains("TRANSACTION"));
  }

  @Test
  void aTableThatExpiresNeverBecomesTheTarget() {
    assertThat(plans())
        .allSatisfy(
            plan ->
                assertThat(plan.steps())
                    .filteredOn(step -> step instanceof Step.CreateTable create && create.staging())
                    .allMatch(step -> step.table().equals(plan.request().staging())));
  }

  @Test
  void aCopyIsFreeSoItIsTakenWhereItCanBe() {
    assertThat(
            PublishPlanner.plan(request(REPLACE, rows(List.of()), null, LoadMethod.LOAD_JOB))
                .steps())
        .anyMatch(Step.CopyTable.class::isInstance)
        .noneMatch(Step.RunQuery.class::isInstance);
  }

  @Test
  void aCopyDoesNotSeeRowsOfStreams() {
    assertThat(plans().filter(plan -> plan.request().method() == LoadMethod.STREAMS))
        .allSatisfy(plan -> assertThat(plan.steps()).noneMatch(Step.CopyTable.class::isInstance));
  }
}
