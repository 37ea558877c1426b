package dev.penstock.local.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.local.read.PagePlan.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many rows a page fetches. */
class PagePlanTest {
  private static final int MANY = 1_000_000;

  @Test
  void fetchesAsManyRunsAsFit() {
    PagePlan plan = new PagePlan(List.of(new Run(400, 1), new Run(400, 1), new Run(400, 1)));

    assertThat(plan.bytes()).isEqualTo(1200);
    assertThat(plan.rows(0, MANY, 1000)).isEqualTo(2048);
    assertThat(plan.rows(1000, MANY, 1000)).isEqualTo(1048);
    assertThat(plan.rows(0, MANY, 2000)).isEqualTo(3072);
    assertThat(plan.rows(0, 1500, 2000)).isEqualTo(1500);
    assertThat(plan.rows(3071, MANY, 1000)).isEqualTo(1);
  }

  @Test
  void fetchesAboutWhatFitsOfARunThatIsLarger() {
    PagePlan plan = new PagePlan(List.of(new Run(102_400, 100), new Run(102_400, 100)));

    assertThat(plan.rows(0, MANY, 10_000)).isEqualTo(201);
    assertThat(plan.rows(1000, MANY, 10_000)).isEqualTo(24);
  }

  @Test
  void neverFetchesFarMoreThanAPageBecauseOfOneLargeRow() {
    PagePlan plan = new PagePlan(List.of(new Run(1_024_000, 900_000)));

    assertThat(plan.rows(0, MANY, 10_000)).isEqualTo(1);
    assertThat(plan.rows(0, MANY, 100_000)).isEqualTo(201);
  }
}
