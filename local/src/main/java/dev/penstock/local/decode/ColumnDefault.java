package dev.penstock.local.decode;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.ServiceException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The default value expression of a column (SQ-026): literals, lists of them and the functions that
 * the service lists. Thread-safe.
 */
public final class ColumnDefault {
  private static final Pattern TEXT = Pattern.compile("(?s)(?:'([^'\\\\]*)'|\"([^\"\\\\]*)\")");
  private static final Pattern TYPED =
      Pattern.compile(
          "(?is)(?:DATE|TIME|DATETIME|TIMESTAMP|NUMERIC|BIGNUMERIC|DECIMAL|JSON)\\s*"
              + "(?:'([^']*)'|\"([^\"]*)\")");

  private static final Pattern BYTES =
      Pattern.compile("(?s)[bB](?:'([^'\\\\]*)'|\"([^\"\\\\]*)\")");

  /** A RANGE as a constant, or as a call of two constants. */
  private static final Pattern RANGE =
      Pattern.compile("(?is)RANGE\\s*<\\s*\\w+\\s*>\\s*(?:'([^']*)'|\"([^\"]*)\")");

  private static final String BOUND = "\\s*(NULL|\\w+\\s*(?:'[^']*'|\"[^\"]*\"))\\s*";
  private static final Pattern BOUNDS =
      Pattern.compile("(?is)RANGE\\s*\\(" + BOUND + "," + BOUND + "\\)");
  private static final Pattern POINT =
      Pattern.compile("(?i)ST_GEOGPOINT\\s*\\(\\s*(-?[\\d.]+)\\s*,\\s*(-?[\\d.]+)\\s*\\)");

  /** One element of a list with what ends it; commas in quotes do not. */
  private static final Pattern ELEMENT =
      Pattern.compile("\\G\\s*((?:[^,'\"]|'[^']*'|\"[^\"]*\")+?)\\s*(?:,|$)");

  /** As queries of this server know it. */
  private static final String SESSION_USER = "local@penstock.invalid";

  private final Field field;
  private final InstantSource clock;

  private ColumnDefault(Field field, InstantSource clock) {
    this.field = field;
    this.clock = clock;
  }

  /**
   * Refuses an expression that this server cannot evaluate.
   *
   * @throws ServiceException 501 notImplemented
   */
  public static void check(Field field, InstantSource clock) {
    if (field.defaultValueExpression() != null) {
      var unused = new ColumnDefault(field, clock).evaluate(field.defaultValueExpression());
    }
  }

  /** The value for a row written now; null for NULL. */
  public static @Nullable Object value(Field field, InstantSource clock) {
    String expression = field.defaultValueExpression();
    return expression == null ? null : new ColumnDefault(field, clock).evaluate(expression);
  }

  private @Nullable Object evaluate(String expression) {
    String text = expression.strip();
    String upper = text.toUpperCase(Locale.ROOT);
    if (upper.equals("NULL")) {
      return null;
    }
    if (field.mode() == Mode.REPEATED && text.startsWith("[") && text.endsWith("]")) {
      return elements(text.substring(1, text.length() - 1));
    }
    Object now = current(upper);
    if (now != null) {
      return now;
    }
    try {
      Object literal = literal(text, upper);
      if (literal != null && field.mode() != Mode.REPEATED) {
        return literal;
      }
    } catch (RowFaultException | NumberFormatException e) {
      throw ServiceException.invalid(
          "Default value expression "
              + expression
              + " of column "
              + field.name()
              + " is not a "
              + field.type());
    }
    throw unsupported(expression);
  }

  private ServiceException unsupported(String expression) {
    return ServiceException.notSupported(
        "default value expression " + expression + " of column " + field.name());
  }

  private List<Object> elements(String text) {
    ColumnDefault element = new ColumnDefault(field.element(), clock);
    List<Object> values = new ArrayList<>();
    String list = text.strip();
    Matcher matcher = ELEMENT.matcher(list);
    int end = 0;
    while (matcher.find()) {
      end = matcher.end();
      Object value = element.evaluate(matcher.group(1));
      if (value == null) {
        throw ServiceException.invalid(
            "Default value of column " + field.name() + " has a NULL element");
      }
      values.add(value);
    }
    if (end < list.length()) {
      throw unsupported("[" + text + "]");
    }
    return values;
  }

  private @Nullable Object current(String upper) {
    LocalDateTime now =
        LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS);
    return switch (upper.endsWith("()") ? upper.substring(0, upper.length() - 2) : upper) {
      case "CURRENT_TIMESTAMP" ->
          field.type() == dev.penstock.local.catalog.FieldType.TIMESTAMP
              ? now.toInstant(ZoneOffset.UTC)
              : null;
      case "CURRENT_DATETIME" -> now;
      case "CURRENT_DATE" -> now.toLocalDate();
      case "CURRENT_TIME" -> now.toLocalTime();
      case "SESSION_USER" -> SESSION_USER;
      case "GENERATE_UUID" -> UUID.randomUUID().toString();
      case "RAND" -> ThreadLocalRandom.current().nextDouble();
      default -> null;
    };
  }

  private @Nullable Object literal(String text, String upper) throws RowFaultException {
    String quoted = quoted(TEXT, text);
    String typed = quoted(TYPED, text);
    String inner = quoted == null ? typed : quoted;
    return switch (field.type()) {
      case BOOL -> upper.equals("TRUE") ? Boolean.TRUE : upper.equals("FALSE") ? false : null;
      case INT64 -> inner == null ? Long.valueOf(text) : null;
      case FLOAT64 -> inner == null ? Double.valueOf(text) : null;
      case NUMERIC, BIGNUMERIC -> new Decimals(field).ofText(inner == null ? text : inner);
      case STRING -> quoted;
      case BYTES -> bytes(text);
      case DATE -> inner == null ? null : new Temporals(field).dateOfText(inner);
      case TIME -> inner == null ? null : new Temporals(field).timeOfText(inner);
      case DATETIME -> inner == null ? null : new Temporals(field).datetimeOfText(inner);
      case TIMESTAMP -> inner == null ? null : new Temporals(field).timestampOfText(inner);
      case JSON -> json(typed);
      case GEOGRAPHY -> point(text);
      case RANGE -> range(text);
      case INTERVAL, STRUCT -> null;
    };
  }

  private @Nullable Object json(@Nullable String typed) throws RowFaultException {
    return typed == null ? null : Conversions.json(field, typed);
  }

  private static byte @Nullable [] bytes(String text) {
    String quoted = quoted(BYTES, text);
    return quoted == null ? null : quoted.getBytes(StandardCharsets.UTF_8);
  }

  private static @Nullable String point(String text) {
    Matcher point = POINT.matcher(text);
    return point.matches() ? "POINT(" + point.group(1) + " " + point.group(2) + ")" : null;
  }

  private @Nullable Object range(String text) throws RowFaultException {
    Matcher bounds = BOUNDS.matcher(text);
    String constant =
        bounds.matches()
            ? "[" + bound(bounds.group(1)) + ", " + bound(bounds.group(2)) + ")"
            : quoted(RANGE, text);
    return constant == null ? null : new FileValue(field).ofText(constant);
  }

  /** NULL, or what is between the quotes of a typed constant. */
  private static String bound(String text) {
    String inner = quoted(TYPED, text);
    return inner == null ? text : inner;
  }

  private static @Nullable String quoted(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    return matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
  }
}
