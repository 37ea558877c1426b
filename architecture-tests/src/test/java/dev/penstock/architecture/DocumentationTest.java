package dev.penstock.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.benchmarks.Benchmark;
import dev.penstock.cli.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DocumentationTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");
  private static final Pattern FACT = Pattern.compile("\\b(?:WA|CDC|RA|RT|LD|SQ|QT|PR)-\\d{3}\\b");

  private static final Pattern TESTED = Pattern.compile("@Fact\\(([^)]*)\\)");

  private final Sources sources = Sources.ofThisRepository();

  @Test
  void everyRelativeLinkLeadsToAFile() {
    List<String> broken = new ArrayList<>();
    for (Path file : sources.endingWith(".md")) {
      Matcher link = LINK.matcher(Sources.read(file));
      while (link.find()) {
        String target = link.group(1);
        if (!target.contains("://") && !Files.exists(file.resolveSibling(target))) {
          broken.add(sources.name(file) + " -> " + target);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void everyFactThatTheCodeNamesIsInTheReference() {
    String reference = Sources.read(sources.root().resolve("docs/reference/facts.md"));
    Set<String> unknown = new TreeSet<>();
    for (Path file : sources.endingWith(".java")) {
      Matcher fact = FACT.matcher(Sources.read(file));
      while (fact.find()) {
        if (!reference.contains("- " + fact.group() + " ")) {
          unknown.add(fact.group() + " in " + sources.name(file));
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  /** A fact that is stated by the service's own documentation has a test, or a reason why not. */
  @Test
  void everyHighFactHasATestOrAReason() {
    Set<String> facts = ids("facts.md", "(?m)^- (\\S+) \\[H\\] ");
    Set<String> reasons =
        ids(
            "facts-uncovered.md",
            "(?m)^- (\\S+) (?:client-side|not observable|refused by name|open): \\S.*");
    Set<String> tested = new TreeSet<>();
    for (Path file : sources.endingWith(".java")) {
      Matcher annotation = TESTED.matcher(Sources.read(file));
      while (annotation.find()) {
        FACT.matcher(annotation.group(1)).results().forEach(id -> tested.add(id.group()));
      }
    }

    assertThat(facts).hasSizeGreaterThan(400);
    assertThat(minus(minus(facts, tested), reasons)).as("neither a test nor a reason").isEmpty();
    assertThat(minus(reasons, minus(facts, tested))).as("reason for no such fact").isEmpty();
  }

  private Set<String> ids(String page, String line) {
    return Pattern.compile(line)
        .matcher(Sources.read(sources.root().resolve("docs/reference/" + page)))
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> minus(Set<String> all, Set<String> some) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  @Test
  void everyDecisionRecordFitsOnAPage() {
    List<String> tooLong =
        sources.endingWith(".md").stream()
            .filter(file -> sources.name(file).startsWith("docs/adr/"))
            .filter(file -> Sources.read(file).lines().count() > 60)
            .map(sources::name)
            .toList();
    assertThat(tooLong).isEmpty();
  }

  @Test
  void everyModuleAndEveryRoomOfCoreStandsInTheArchitecturePage() {
    String page = Sources.read(sources.root().resolve("docs/architecture.md"));
    Matcher module =
        Pattern.compile("<module>([^<]+)</module>")
            .matcher(Sources.read(sources.root().resolve("pom.xml")));
    while (module.find()) {
      assertThat(page).contains("`" + module.group(1) + "/`");
    }
    Path core = sources.root().resolve("core/src/main/java/dev/penstock/core");
    sources.endingWith("package-info.java").stream()
        .filter(file -> file.startsWith(core))
        .map(file -> core.relativize(file).getName(0).toString())
        .forEach(room -> assertThat(page).contains("`" + room + "`"));
  }

  @Test
  void everyMeasurementNamesItsCommit() {
    List<String> anonymous =
        sources.endingWith(".json").stream()
            .filter(file -> sources.name(file).startsWith("docs/measurements/"))
            .filter(
                file ->
                    !Pattern.compile("\"commit\"\\s*:\\s*\"[0-9a-f]{7,40}")
                        .matcher(Sources.read(file))
                        .find())
            .map(sources::name)
            .toList();
    assertThat(anonymous).isEmpty();
  }

  /** What a reader copies compiles and passes: testkit runs the very same lines. */
  @ParameterizedTest
  @ValueSource(strings = {"docs/guide/testkit.md", "docs/guide/local.md"})
  void everyJavaSnippetOfAGuideIsPartOfATestThatRuns(String guide) {
    String tests =
        sources.endingWith(".java").stream()
            .filter(file -> sources.name(file).contains("/test/java/dev/penstock/testkit/guide/"))
            .map(file -> oneSpaced(Sources.read(file)))
            .collect(Collectors.joining());
    Matcher snippet =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Sources.read(sources.root().resolve(guide)));
    int found = 0;
    while (snippet.find()) {
      found++;
      assertThat(tests).contains(oneSpaced(snippet.group(1)).strip());
    }
    assertThat(found).isPositive();
  }

  private static String oneSpaced(String text) {
    return text.replaceAll("\\s+", " ");
  }

  /** The command line lists the benchmarks without building them. */
  @Test
  void theCommandLineListsEveryBenchmark() {
    CommandLine bench = Main.commandLine(Map.of()).getSubcommands().get("bench");
    String usage = Objects.requireNonNull(bench).getUsageMessage();
    ServiceLoader.load(Benchmark.class)
        .forEach(benchmark -> assertThat(usage).contains("\n  " + benchmark.name() + " "));
  }
}
