package dev.penstock.local.decode;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.GeographyText;
import dev.penstock.local.catalog.ServiceException;
import java.io.IOException;
import java.util.Base64;
import java.util.Locale;

/** Scalar values from the text that REST writes them in. Thread-safe. */
public final class ScalarText {
  private ScalarText() {}

  /**
   * The value of a text.
   *
   * @throws ServiceException 400 invalid for a text that is not of the field's type (RT-149)
   */
  public static Object parse(Field field, String text) {
    try {
      return switch (field.type()) {
        case BOOL -> Boolean.valueOf(text);
        case INT64 -> Long.valueOf(text);
        case FLOAT64 -> floating(text);
        case NUMERIC, BIGNUMERIC -> new Decimals(field).ofText(text);
        case STRING -> text;
        case RANGE -> new FileValue(field).ofText(text);
        case GEOGRAPHY -> GeographyText.canonical(text);
        case BYTES -> Base64.getDecoder().decode(text);
        case DATE -> new Temporals(field).dateOfText(text);
        case TIME -> new Temporals(field).timeOfText(text);
        case DATETIME -> new Temporals(field).datetimeOfText(text);
        case TIMESTAMP -> new Temporals(field).timestampOfText(text);
        case JSON -> JsonText.normalize(text);
        case INTERVAL -> IntervalText.canonical(text).orElseThrow(() -> invalid(field));
        case STRUCT -> throw invalid(field);
      };
    } catch (RowFaultException | IOException | IllegalArgumentException e) {
      throw invalid(field);
    }
  }

  static Double floating(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "nan" -> Double.NaN;
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> Double.valueOf(text);
    };
  }

  private static ServiceException invalid(Field field) {
    return ServiceException.invalid(
        "Invalid " + field.type().name().toLowerCase(Locale.ROOT) + " string");
  }
}
