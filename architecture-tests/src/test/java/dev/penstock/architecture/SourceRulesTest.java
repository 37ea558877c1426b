package dev.penstock.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SourceRulesTest {
  private static final Pattern PUBLIC_TYPE =
      Pattern.compile(
          "(?m)^public (?:abstract |final |sealed |non-sealed )*(?:class|record|enum|interface) (\\w+)");
  private static final Pattern STATED =
      Pattern.compile("Immutable|[Tt]hread-safe|One owner thread|[Oo]wner thread");

  private final Sources sources = Sources.ofThisRepository();

  @Test
  void noFileHasMoreThan400CodeLines() {
    List<String> tooLong =
        sources.endingWith(".java").stream()
            .filter(file -> Sources.codeLines(Sources.read(file)) > 400)
            .map(sources::name)
            .toList();
    assertThat(tooLong).isEmpty();
  }

  @Test
  void nineOfTenMainFilesStayUnder150CodeLinesAndHalfUnder60() {
    List<Long> sizes =
        mainFiles().stream().map(file -> Sources.codeLines(Sources.read(file))).sorted().toList();
    assertThat(sizes.get(sizes.size() * 9 / 10)).as("90th percentile").isLessThanOrEqualTo(170);
    assertThat(sizes.get(sizes.size() / 2)).as("median").isLessThanOrEqualTo(60);
  }

  @Test
  void everyPackageSaysWhatItOwnsAndIsNullMarked() {
    List<String> bare =
        mainFiles().stream()
            .map(Path::getParent)
            .distinct()
            .filter(
                folder -> {
                  Path info = folder.resolve("package-info.java");
                  return !Files.exists(info) || !Sources.read(info).contains("@NullMarked");
                })
            .map(sources::name)
            .toList();
    assertThat(bare).isEmpty();
  }

  @Test
  void everyPublicClassOfTheEngineStatesItsThreadRule() {
    List<String> silent =
        mainFiles().stream()
            .filter(
                file -> {
                  String name = sources.name(file);
                  return name.startsWith("core/") || name.startsWith("testkit/");
                })
            .filter(
                file -> {
                  String text = Sources.read(file);
                  var type = PUBLIC_TYPE.matcher(text);
                  return type.find()
                      && !text.contains("@Retention")
                      && !STATED
                          .matcher(text.substring(0, type.start()).replaceAll("\\s*\\n \\* *", " "))
                          .find();
                })
            .map(sources::name)
            .toList();
    assertThat(silent).isEmpty();
  }

  @Test
  void noTestIsSwitchedOff() {
    Pattern off = Pattern.compile("@" + "Disabled|@" + "Ignore\\b|assumeTrue\\(false");
    List<String> files =
        sources.endingWith(".java").stream()
            .filter(file -> off.matcher(Sources.read(file)).find())
            .map(sources::name)
            .toList();
    assertThat(files).isEmpty();
  }

  @Test
  void thereIsNoSuppressionFile() {
    List<String> files =
        sources.endingWith(".xml").stream()
            .filter(file -> sources.name(file).contains("suppress"))
            .map(sources::name)
            .toList();
    assertThat(files).isEmpty();
  }

  private List<Path> mainFiles() {
    return sources.endingWith(".java").stream()
        .filter(file -> sources.name(file).contains("/src/main/java/"))
        .filter(file -> !file.endsWith("package-info.java"))
        .toList();
  }
}
