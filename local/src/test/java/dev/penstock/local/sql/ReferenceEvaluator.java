package dev.penstock.local.sql;

import com.google.zetasql.AnalyzerOptions;
import com.google.zetasql.IntervalValue;
import com.google.zetasql.PreparedExpression;
import com.google.zetasql.SimpleCatalog;
import com.google.zetasql.SqlException;
import com.google.zetasql.Type;
import com.google.zetasql.Value;
import com.google.zetasql.ZetaSQLBuiltinFunctionOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A process that evaluates GoogleSQL expressions with ZetaSQL's reference evaluator: a line in, a
 * line out. It is a process of its own because the evaluator aborts on some input.
 */
final class ReferenceEvaluator {
  /** What stands before the text of an error. */
  static final String ERROR = "ERROR ";

  private final AnalyzerOptions options = new AnalyzerOptions();
  private final SimpleCatalog catalog = new SimpleCatalog("root");

  private ReferenceEvaluator() {
    options.setLanguageOptions(GoogleSql.language());
    options.setDefaultTimezone("UTC");
    catalog.addZetaSQLFunctionsAndTypes(new ZetaSQLBuiltinFunctionOptions(GoogleSql.language()));
    catalog.register();
  }

  /** Evaluates the lines of standard input. */
  public static void main(String[] arguments) throws IOException {
    ReferenceEvaluator evaluator =
        AnalyzerChannel.withFirstCall(
            () -> {
              ReferenceEvaluator first = new ReferenceEvaluator();
              first.evaluate("1");
              return first;
            });
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(evaluator.evaluate(line));
      out.flush();
    }
  }

  private String evaluate(String expression) {
    try (PreparedExpression prepared = new PreparedExpression(expression)) {
      prepared.prepareWithCatalog(options, catalog);
      return print(prepared.execute());
    } catch (SqlException e) {
      return ERROR + TypedText.escaped(String.valueOf(e.getMessage()));
    }
  }

  private static String print(Value value) {
    Type type = value.getType();
    if (value.isNull()) {
      return type.isArray() ? "[]" : "NULL";
    }
    if (type.isArray()) {
      return list(value.getElementList(), "[", "]");
    }
    if (type.isStruct()) {
      return list(
          IntStream.range(0, value.getFieldCount()).mapToObj(value::getField).toList(), "(", ")");
    }
    return switch (type.getKind()) {
      case TYPE_INT64 -> Long.toString(value.getInt64Value());
      case TYPE_DOUBLE -> Double.toString(value.getDoubleValue());
      case TYPE_BOOL -> Boolean.toString(value.getBoolValue());
      case TYPE_STRING -> TypedText.quoted(value.getStringValue());
      case TYPE_JSON -> TypedText.quoted(value.getJsonValue());
      case TYPE_BYTES -> HexFormat.of().formatHex(value.getBytesValue().toByteArray());
      case TYPE_NUMERIC -> TypedText.decimal(value.getNumericValue());
      case TYPE_BIGNUMERIC -> TypedText.decimal(value.getBigNumericValue());
      case TYPE_DATE -> value.getLocalDateValue().toString();
      case TYPE_TIME -> value.getLocalTimeValue().toString();
      case TYPE_DATETIME -> value.getLocalDateTimeValue().toString();
      case TYPE_TIMESTAMP ->
          Instant.EPOCH.plus(value.getTimestampUnixMicros(), ChronoUnit.MICROS).toString();
      case TYPE_INTERVAL -> interval(value.getIntervalValue());
      case TYPE_RANGE -> "[" + print(value.start()) + ", " + print(value.end()) + ")";
      default -> ERROR + "no way to print " + type.getKind();
    };
  }

  private static String list(List<Value> values, String open, String close) {
    return values.stream()
        .map(ReferenceEvaluator::print)
        .collect(Collectors.joining(", ", open, close));
  }

  /** An INTERVAL as {@code months days microseconds}. */
  private static String interval(IntervalValue value) {
    return value.months() + " " + value.days() + " " + value.micros();
  }
}
