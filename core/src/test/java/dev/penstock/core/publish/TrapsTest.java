package dev.penstock.core.publish;

import static dev.penstock.core.publish.PlanCases.existing;
import static dev.penstock.core.publish.PlanCases.request;
import static dev.penstock.core.publish.PlanCases.required;
import static dev.penstock.core.publish.PlanCases.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Traps that loaders are known for, as far as a plan alone shows them. */
class TrapsTest {
  private static final Column BIG =
      new Column("amount", ColumnType.BIGNUMERIC, ColumnMode.NULLABLE, List.of(), 58, 20, null);

  private static PublishPlan merge(Column source, Column table) {
    Column id = required("id", ColumnType.INT64);
    return PublishPlanner.plan(
        request(
            new Strategy.Merge(),
            spec(new TableSchema(List.of(id, source)), List.of("id"), null, List.of()),
            existing(spec(new TableSchema(List.of(id, table)), List.of("id"), null, List.of())),
            LoadMethod.LOAD_JOB));
  }

  /** D-20: a cast by kind alone makes BIGNUMERIC values pass through NUMERIC. */
  @Test
  void d20StagingHasTheFullTypeOfTheTargetSoThatNothingIsCast() {
    for (ColumnType type : List.of(ColumnType.INT64, ColumnType.NUMERIC)) {
      PublishPlan plan = merge(Column.nullable("amount", type), BIG);

      assertThat(((Step.CreateTable) plan.steps().get(0)).spec().schema().find("amount"))
          .contains(BIG);
      assertThat(plan.text()).doesNotContain("CAST(");
      assertThat(plan.reasons())
          .contains(
              "values become the target's type while they are loaded, and one that does not fit"
                  + " ends the load: amount from "
                  + type
                  + " to BIGNUMERIC(58, 20)");
    }
  }

  /** D-22: a condition beside the key turns a row that is there into one that is not. */
  @Test
  void d22RowsMeetByTheirKeyAlone() {
    String sql =
        merge(BIG, BIG).steps().stream()
            .filter(Step.RunQuery.class::isInstance)
            .map(step -> ((Step.RunQuery) step).sql())
            .findFirst()
            .orElseThrow();

    assertThat(sql).contains("\n) AS S\nON T.`id` = S.`id`\nWHEN MATCHED AND (");
    assertThat(sql).contains("WHEN NOT MATCHED THEN INSERT");
  }
}
