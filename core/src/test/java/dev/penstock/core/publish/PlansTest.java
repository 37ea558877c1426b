package dev.penstock.core.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Plans as people read them, kept in {@code src/test/resources}. */
class PlansTest {
  @TestFactory
  Stream<DynamicTest> plansReadAsTheyAreKept() {
    return PlanCases.all().entrySet().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.getKey(),
                    () ->
                        assertThat(PublishPlanner.plan(each.getValue()).text())
                            .isEqualTo(kept(each.getKey()))));
  }

  @Test
  void everyKeptPlanHasItsCase() throws Exception {
    Path directory = Path.of(Objects.requireNonNull(PlansTest.class.getResource("plans")).toURI());
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              PlanCases.all().keySet().stream().map(name -> name + ".txt").toList());
    }
  }

  @Test
  void theSameRequestGivesTheSamePlan() {
    PlanCases.all()
        .values()
        .forEach(
            request ->
                assertThat(PublishPlanner.plan(request)).isEqualTo(PublishPlanner.plan(request)));
  }

  private static String kept(String name) throws IOException {
    try (InputStream in = PlansTest.class.getResourceAsStream("plans/" + name + ".txt")) {
      return in == null ? "no file" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
