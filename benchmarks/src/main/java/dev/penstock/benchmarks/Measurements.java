package dev.penstock.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The figures of one run, and the file they go to. One owner thread. */
public final class Measurements {
  private final List<Figure> figures = new ArrayList<>();

  /**
   * One figure.
   *
   * @param unit for example {@code ns/row}
   * @param floor the bound it must keep to count as met; NaN for none
   * @param goal the bound it should reach; NaN for none
   * @param more whether a greater value is better, so that the bounds are lower ones
   */
  public record Figure(
      String name, double value, String unit, double floor, double goal, boolean more) {
    /** How the figure stands against floor and goal. */
    public String verdict() {
      if (Double.isNaN(floor) && Double.isNaN(goal)) {
        return "";
      }
      return reaches(goal) ? "goal met" : reaches(floor) ? "floor met" : "missed";
    }

    private boolean reaches(double bound) {
      return more ? value >= bound : value <= bound;
    }

    @Override
    public String toString() {
      return String.format("%-44s %14.3f %-8s %s", name, value, unit, verdict());
    }
  }

  /** Adds a figure without bounds. */
  public Measurements add(String name, double value, String unit) {
    figures.add(new Figure(name, value, unit, Double.NaN, Double.NaN, false));
    return this;
  }

  /** Adds a figure with bounds, both upper bounds. */
  public Measurements add(String name, double value, String unit, double floor, double goal) {
    figures.add(new Figure(name, value, unit, floor, goal, false));
    return this;
  }

  /** Adds a figure that should reach a goal or more. */
  public Measurements addAtLeast(String name, double value, String unit, double goal) {
    figures.add(new Figure(name, value, unit, Double.NaN, goal, true));
    return this;
  }

  /** Adds a figure with bounds, both lower bounds. */
  public Measurements addAtLeast(
      String name, double value, String unit, double floor, double goal) {
    figures.add(new Figure(name, value, unit, floor, goal, true));
    return this;
  }

  /** The figures in the order they were added. */
  public List<Figure> figures() {
    return List.copyOf(figures);
  }

  /**
   * Writes {@code DIRECTORY/docs/measurements/NAME.json}.
   *
   * @return the file
   */
  public Path write(Path directory, String name) throws IOException, InterruptedException {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("benchmark", name);
    document.put("commit", commit(directory));
    document.put("date", LocalDate.now(ZoneOffset.UTC).toString());
    document.put("java", System.getProperty("java.version"));
    document.put("cores", Runtime.getRuntime().availableProcessors());
    document.put("figures", figures.stream().map(Measurements::toMap).toList());
    Path file = directory.resolve("docs/measurements").resolve(name + ".json");
    Files.createDirectories(file.getParent());
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    Files.writeString(file, mapper.writeValueAsString(document) + "\n");
    return file;
  }

  private static Map<String, Object> toMap(Figure figure) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", figure.name());
    map.put("value", Math.round(figure.value() * 1000) / 1000.0);
    map.put("unit", figure.unit());
    if (!Double.isNaN(figure.floor())) {
      map.put("floor", figure.floor());
    }
    if (!Double.isNaN(figure.goal())) {
      map.put("goal", figure.goal());
    }
    return map;
  }

  /** The commit of the working tree, with {@code +} when files but these figures differ from it. */
  private static String commit(Path directory) throws IOException, InterruptedException {
    String id = git(directory, "rev-parse", "HEAD");
    String changes =
        git(directory, "status", "--porcelain", "-uno", "--", ".", ":!docs/measurements");
    return id + (changes.isEmpty() ? "" : "+");
  }

  private static String git(Path directory, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
      return "unknown";
    }
    return output;
  }
}
