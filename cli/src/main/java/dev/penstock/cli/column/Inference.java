package dev.penstock.cli.column;

import dev.penstock.cli.column.ColumnReport.CounterExample;
import dev.penstock.core.model.ColumnType;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The type that all values of a column have, and why. It is the narrowest type that keeps every
 * value whole; values of several classes are STRING. Immutable.
 *
 * @param why what the type follows from
 * @param counterExample what kept the column from a narrower type; null when nothing did
 * @param remark what the user may want to change; null when there is nothing
 */
record Inference(
    ColumnType type, String why, @Nullable CounterExample counterExample, @Nullable String remark) {
  private static final Set<ValueClass> WHOLE =
      EnumSet.of(ValueClass.INTEGER, ValueClass.LARGE_INTEGER);
  private static final Set<ValueClass> EXACT =
      EnumSet.of(ValueClass.INTEGER, ValueClass.LARGE_INTEGER, ValueClass.DECIMAL);
  private static final Set<ValueClass> NUMBERS =
      EnumSet.of(
          ValueClass.INTEGER,
          ValueClass.LARGE_INTEGER,
          ValueClass.DECIMAL,
          ValueClass.EXPONENT,
          ValueClass.NOT_FINITE);

  /** What is of one class only. */
  private enum Simple {
    BOOL(ValueClass.BOOL, ColumnType.BOOL, "every value is true or false"),
    INT64(ValueClass.INTEGER, ColumnType.INT64, "every value is a whole number of 64 bits"),
    DATE(ValueClass.DATE, ColumnType.DATE, "every value is a date"),
    TIME(ValueClass.TIME, ColumnType.TIME, "every value is a time of day"),
    DATETIME(
        ValueClass.DATETIME, ColumnType.DATETIME, "every value is a date and time without a zone"),
    TIMESTAMP(
        ValueClass.TIMESTAMP, ColumnType.TIMESTAMP, "every value is a date and time with a zone");

    private final ValueClass of;
    private final ColumnType type;
    private final String why;

    Simple(ValueClass of, ColumnType type, String why) {
      this.of = of;
      this.type = type;
      this.why = why;
    }
  }

  /** Decides. */
  static Inference of(Evidence evidence) {
    Set<ValueClass> seen = evidence.seen();
    if (seen.isEmpty()) {
      return new Inference(
          ColumnType.STRING, "no value but NULL", null, "Name its type if it has one");
    }
    for (Simple simple : Simple.values()) {
      if (seen.equals(EnumSet.of(simple.of))) {
        return new Inference(simple.type, simple.why, null, null);
      }
    }
    boolean numbers =
        NUMBERS.containsAll(seen) && seen.stream().anyMatch(c -> c != ValueClass.NOT_FINITE);
    return numbers ? number(evidence, seen) : text(evidence, seen);
  }

  private static Inference number(Evidence evidence, Set<ValueClass> seen) {
    if (!EXACT.containsAll(seen)) {
      return floating(evidence, seen);
    }
    String digits =
        WHOLE.containsAll(seen)
            ? "whole numbers of " + evidence.wholeDigits() + " digits at most"
            : "decimal numbers, "
                + evidence.scale()
                + (evidence.scale() == 1 ? " digit" : " digits")
                + " behind the point at most";
    if (evidence.firstBeyondNumeric() == Evidence.NOWHERE) {
      return new Inference(ColumnType.NUMERIC, digits, notWhole(evidence), null);
    }
    CounterExample narrower = at("NUMERIC", evidence.firstBeyondNumeric());
    if (evidence.firstBeyondBigNumeric() == Evidence.NOWHERE) {
      String remark =
          evidence.firstBeyondDouble() == Evidence.NOWHERE
              ? "If these are binary floating-point numbers, FLOAT64 is their type"
              : null;
      return new Inference(ColumnType.BIGNUMERIC, digits, narrower, remark);
    }
    return new Inference(
        ColumnType.STRING,
        "numbers of more digits than any type holds",
        at("BIGNUMERIC", evidence.firstBeyondBigNumeric()),
        null);
  }

  /** INT64 is the narrower type only where most values are whole numbers. */
  private static @Nullable CounterExample notWhole(Evidence evidence) {
    long other = evidence.count(ValueClass.DECIMAL) + evidence.count(ValueClass.LARGE_INTEGER);
    return evidence.count(ValueClass.INTEGER) >= other
        ? at("INT64", evidence.first(EnumSet.of(ValueClass.DECIMAL, ValueClass.LARGE_INTEGER)))
        : null;
  }

  private static Inference floating(Evidence evidence, Set<ValueClass> seen) {
    if (evidence.firstBeyondDouble() != Evidence.NOWHERE) {
      return new Inference(
          ColumnType.STRING,
          "numbers with an exponent beside digits that FLOAT64 would lose",
          at("FLOAT64", evidence.firstBeyondDouble()),
          null);
    }
    EnumSet<ValueClass> inexact = EnumSet.of(ValueClass.EXPONENT, ValueClass.NOT_FINITE);
    boolean exactToo = seen.stream().anyMatch(EXACT::contains);
    return new Inference(
        ColumnType.FLOAT64,
        "numbers with an exponent or not finite, and FLOAT64 keeps every digit",
        exactToo ? at("NUMERIC", evidence.first(inexact)) : null,
        null);
  }

  private static Inference text(Evidence evidence, Set<ValueClass> seen) {
    return new Inference(
        ColumnType.STRING, textWhy(seen), nearly(evidence, seen), textRemark(seen));
  }

  private static String textWhy(Set<ValueClass> seen) {
    EnumSet<ValueClass> codes = EnumSet.of(ValueClass.LEADING_ZERO);
    codes.addAll(NUMBERS);
    if (seen.contains(ValueClass.LEADING_ZERO) && codes.containsAll(seen)) {
      return "digits behind a leading zero are a code, not a number";
    }
    if (seen.equals(EnumSet.of(ValueClass.FINE_TIME))) {
      return "times finer than a microsecond, which no type holds";
    }
    boolean text = seen.contains(ValueClass.TEXT) || seen.contains(ValueClass.EMPTY);
    return seen.size() == 1
            || (seen.size() == 2
                && seen.contains(ValueClass.TEXT)
                && seen.contains(ValueClass.EMPTY))
        ? "texts"
        : text ? "texts beside other values" : "values of several types";
  }

  private static @Nullable String textRemark(Set<ValueClass> seen) {
    if (seen.contains(ValueClass.FINE_TIME)) {
      return "Cut the times to microseconds at the source to get a time type";
    }
    return null;
  }

  /** The type that at least half of the values have. */
  private static @Nullable CounterExample nearly(Evidence evidence, Set<ValueClass> seen) {
    long all = seen.stream().mapToLong(evidence::count).sum();
    for (Family family : Family.ALL) {
      long members = family.classes.stream().mapToLong(evidence::count).sum();
      if (members > 0 && 2 * members >= all) {
        EnumSet<ValueClass> others = EnumSet.copyOf(seen);
        others.removeAll(family.classes);
        // Nothing but NaN and Infinity: texts, and no value is to blame.
        return others.isEmpty() ? null : at(family.type(seen), evidence.first(others));
      }
    }
    return null;
  }

  /** Classes that one type takes together. */
  private record Family(Set<ValueClass> classes, String name) {
    static final List<Family> ALL =
        List.of(
            new Family(NUMBERS, ""),
            new Family(EnumSet.of(ValueClass.BOOL), "BOOL"),
            new Family(EnumSet.of(ValueClass.DATE), "DATE"),
            new Family(EnumSet.of(ValueClass.TIME), "TIME"),
            new Family(EnumSet.of(ValueClass.DATETIME), "DATETIME"),
            new Family(EnumSet.of(ValueClass.TIMESTAMP), "TIMESTAMP"));

    String type(Set<ValueClass> seen) {
      if (!name.isEmpty()) {
        return name;
      }
      if (seen.contains(ValueClass.EXPONENT) || seen.contains(ValueClass.NOT_FINITE)) {
        return "FLOAT64";
      }
      return seen.contains(ValueClass.DECIMAL) || seen.contains(ValueClass.LARGE_INTEGER)
          ? "NUMERIC"
          : "INT64";
    }
  }

  static CounterExample at(String type, long line) {
    return new CounterExample(type, "line " + line);
  }
}
