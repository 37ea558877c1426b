package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compares what the engine answers with what the reference evaluator does. */
final class OracleComparison {
  private static final int BATCH = 40;
  private static final double MAX_ERROR = 1e-14;
  private static final Pattern FLOAT = Pattern.compile("-?\\d+\\.\\d+(?:E-?\\d+)?");

  private final SqlFixture sql;

  OracleComparison(SqlFixture sql) {
    this.sql = sql;
  }

  /** A line for each difference. */
  List<String> differences(List<String> expressions, List<String> expected) {
    List<String> differences = new ArrayList<>();
    List<Integer> batch = new ArrayList<>();
    for (int i = 0; i < expressions.size(); i++) {
      if (expected.get(i).startsWith(ReferenceEvaluator.ERROR)) {
        compare(expressions.get(i), expected.get(i), differences);
      } else {
        batch.add(i);
      }
      if (batch.size() == BATCH || i == expressions.size() - 1) {
        compare(expressions, expected, batch, differences);
        batch.clear();
      }
    }
    return differences;
  }

  private void compare(
      List<String> expressions,
      List<String> expected,
      List<Integer> batch,
      List<String> differences) {
    if (batch.isEmpty()) {
      return;
    }
    List<String> actual;
    try {
      actual = evaluate(batch.stream().map(expressions::get).toList());
    } catch (ServiceException e) {
      batch.forEach(i -> compare(expressions.get(i), expected.get(i), differences));
      return;
    }
    for (int i = 0; i < batch.size(); i++) {
      int at = batch.get(i);
      note(expressions.get(at), expected.get(at), actual.get(i), differences);
    }
  }

  private void compare(String expression, String expected, List<String> differences) {
    String actual;
    try {
      actual = evaluate(List.of(expression)).get(0);
    } catch (ServiceException e) {
      boolean refusedData = e.httpCode() == 400 || e.httpCode() == 404;
      actual = (refusedData ? ReferenceEvaluator.ERROR : "REFUSED ") + e.getMessage();
    }
    note(expression, expected, actual, differences);
  }

  private static void note(
      String expression, String expected, String actual, List<String> differences) {
    if (!same(expected, actual)) {
      differences.add(expression + "\n    reference: " + expected + "\n    local:     " + actual);
    }
  }

  private List<String> evaluate(List<String> expressions) {
    StringBuilder select = new StringBuilder("SELECT ");
    for (int i = 0; i < expressions.size(); i++) {
      select.append(i == 0 ? "" : ", ").append(expressions.get(i)).append(" AS c").append(i);
    }
    SqlResult result = sql.run(select.toString());
    List<@Nullable Object> row = result.rows().get(0);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      Field field = result.schema().get(i);
      texts.add(TypedText.print(field, row.get(i)));
    }
    return texts;
  }

  /**
   * Whether two answers agree: both errors, or values that differ only in the last bits of a
   * FLOAT64.
   */
  private static boolean same(String expected, String actual) {
    if (expected.equals(actual)) {
      return true;
    }
    if (expected.startsWith(ReferenceEvaluator.ERROR)) {
      return actual.startsWith(ReferenceEvaluator.ERROR)
          || actual.startsWith("REFUSED not supported");
    }
    Matcher left = FLOAT.matcher(expected);
    Matcher right = FLOAT.matcher(actual);
    if (!left.replaceAll("#").equals(right.replaceAll("#"))) {
      return expected.contains("NULL") && actual.endsWith("null element; error in writing field");
    }
    left.reset();
    right.reset();
    while (left.find() && right.find()) {
      double a = Double.parseDouble(left.group());
      double b = Double.parseDouble(right.group());
      if (Math.abs(a - b) > MAX_ERROR * Math.max(Math.abs(a), Math.abs(b))) {
        return false;
      }
    }
    return true;
  }
}
