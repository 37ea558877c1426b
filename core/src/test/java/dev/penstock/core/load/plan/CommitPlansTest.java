package dev.penstock.core.load.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Plans as people read them, kept in {@code src/test/resources}. */
class CommitPlansTest {
  @TestFactory
  Stream<DynamicTest> plansReadAsTheyAreKept() {
    return CommitCases.all().entrySet().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.getKey(),
                    () ->
                        assertThat(
                                each.getValue().stream()
                                    .map(request -> CommitPlanner.plan(request).text())
                                    .collect(Collectors.joining("\n")))
                            .isEqualTo(kept(each.getKey()))));
  }

  @Test
  void everyKeptPlanHasItsCase() throws Exception {
    Path directory =
        Path.of(Objects.requireNonNull(CommitPlansTest.class.getResource("commits")).toURI());
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              CommitCases.all().keySet().stream().map(name -> name + ".txt").toList());
    }
  }

  private static String kept(String name) throws IOException {
    try (InputStream in = CommitPlansTest.class.getResourceAsStream("commits/" + name + ".txt")) {
      return in == null ? "no file" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
