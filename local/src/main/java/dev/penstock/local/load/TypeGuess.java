package dev.penstock.local.load;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.decode.FileValue;
import dev.penstock.local.decode.RowFaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The narrowest type that all texts of a column have (LD-040). One owner thread. */
final class TypeGuess {
  private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d|\\.\\d)[\\d.eE+-]*");
  private static final Pattern WITH_DATE = Pattern.compile("\\d{4}[-/]\\d{1,2}[-/]\\d{1,2}.*");
  private static final Pattern WITH_TIME = Pattern.compile("\\d{1,2}:\\d{2}:\\d{2}.*");

  /** What is tried, the narrowest first. */
  private static final List<FieldType> TYPES =
      List.of(
          FieldType.BOOL,
          FieldType.INT64,
          FieldType.FLOAT64,
          FieldType.DATE,
          FieldType.TIME,
          FieldType.TIMESTAMP);

  private final List<FieldType> possible = new ArrayList<>(TYPES);
  private boolean empty = true;

  /** Looks at a text. */
  void add(String text) {
    empty = false;
    String value = text.strip();
    possible.removeIf(type -> !isOf(type, value));
  }

  /** The type; STRING when nothing else does, or nothing was seen. */
  FieldType type() {
    return empty || possible.isEmpty() ? FieldType.STRING : possible.get(0);
  }

  /** The type of one text. */
  static FieldType of(String text) {
    TypeGuess guess = new TypeGuess();
    guess.add(text);
    return guess.type();
  }

  private static boolean isOf(FieldType type, String text) {
    @Nullable Pattern form =
        switch (type) {
          case INT64, FLOAT64 -> NUMBER;
          case DATE, TIMESTAMP -> WITH_DATE;
          case TIME -> WITH_TIME;
          default -> null;
        };
    if (form == null) {
      String word = text.toLowerCase(Locale.ROOT);
      return word.equals("true") || word.equals("false");
    }
    if (!form.matcher(text).matches()) {
      return false;
    }
    try {
      Object unused = new FileValue(Field.of("value", type, Mode.NULLABLE)).ofText(text);
      return true;
    } catch (RowFaultException e) {
      return false;
    }
  }
}
