package dev.penstock.architecture.matrix;

import dev.penstock.testkit.matrix.MatrixCase;
import dev.penstock.testkit.matrix.MatrixColumn;
import dev.penstock.testkit.matrix.Outcome;
import dev.penstock.testkit.matrix.TypeMatrix;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The matrix as a table for readers, with its differences explained below. Immutable. */
record MatrixPage(TypeMatrix matrix, List<Road> roads) {
  private static final String SAME = "=";

  String text() {
    StringBuilder page = new StringBuilder("| column | stored | rejected |");
    roads.forEach(road -> page.append(' ').append(road.title()).append(" |"));
    page.append("\n|---|---|---|").append("---|".repeat(roads.size())).append('\n');
    matrix.columns().forEach(column -> page.append(row(column)).append('\n'));
    page.append('\n');
    matrix.notes().forEach((name, text) -> page.append(note(name, text)));
    matrix
        .unsupported()
        .forEach(
            (type, text) ->
                page.append("- **").append(type).append("**: ").append(text).append('\n'));
    return page.toString();
  }

  private String row(MatrixColumn column) {
    return "| `"
        + column.type()
        + "` | "
        + names(column, Outcome.Stored.class::isInstance)
        + " | "
        + names(column, Outcome.Refused.class::isInstance)
        + " | "
        + roads.stream().map(road -> onRoad(column, road)).collect(Collectors.joining(" | "))
        + " |";
  }

  private static String names(MatrixColumn column, Predicate<Outcome> wanted) {
    return column.cases().stream()
        .filter(each -> wanted.test(each.outcome()))
        .map(MatrixCase::name)
        .collect(Collectors.joining(" · "));
  }

  private static String onRoad(MatrixColumn column, Road road) {
    List<String> notes = notes(column, road).distinct().toList();
    return notes.isEmpty() ? SAME : String.join(", ", notes);
  }

  private static Stream<String> notes(MatrixColumn column, Road road) {
    return column.cases().stream()
        .map(each -> each.differing().get(road.name()))
        .filter(Objects::nonNull)
        .map(MatrixCase.Difference::note);
  }

  private String note(String name, String text) {
    String where =
        roads.stream()
            .flatMap(road -> matrix.columns().stream().flatMap(column -> where(column, road, name)))
            .collect(Collectors.joining("; "));
    return where.isEmpty() ? "" : "- **" + name + "**: " + text + " (" + where + ")\n";
  }

  private static Stream<String> where(MatrixColumn column, Road road, String note) {
    List<String> cases =
        column.cases().stream()
            .filter(
                each -> {
                  MatrixCase.Difference difference = each.differing().get(road.name());
                  return difference != null && difference.note().equals(note);
                })
            .map(MatrixCase::name)
            .toList();
    if (cases.isEmpty()) {
      return Stream.empty();
    }
    String values = cases.size() == column.cases().size() ? "all values" : String.join(", ", cases);
    return Stream.of(road.title() + ", `" + column.type() + "`: " + values);
  }
}
