package dev.penstock.cli.column;

import dev.penstock.core.model.DecimalType;
import dev.penstock.core.reader.NumberText;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * What the values of one column look like, all of them: how many of each class, and where the first
 * one stands. Takes the same memory for any number of values. One owner thread.
 */
public final class Evidence {
  /** Where nothing stands. */
  static final long NOWHERE = Long.MAX_VALUE;

  /** How many values are of one class. */
  private static final class Tally {
    private final long first;
    private long count;

    Tally(long first) {
      this.first = first;
    }
  }

  private final ValueForms forms = new ValueForms();
  private final Map<ValueClass, Tally> tallies = new EnumMap<>(ValueClass.class);
  private long nulls;
  private long longest;
  private int wholeDigits;
  private int scale;
  private long firstBeyondNumeric = NOWHERE;
  private long firstBeyondBigNumeric = NOWHERE;
  private long firstBeyondDouble = NOWHERE;

  /** A NULL. */
  public void addNull() {
    nulls++;
  }

  /**
   * A value that is text and may mean anything, as a cell of a CSV file.
   *
   * @param line where it stands
   */
  public void addText(CharSequence text, long line) {
    measure(text);
    add(forms.any(text), line);
  }

  /** A text that is no number and no boolean, as a string of a JSON document. */
  public void addString(CharSequence text, long line) {
    measure(text);
    add(forms.time(text), line);
  }

  /** A number of a JSON document. */
  public void addNumber(CharSequence text, long line) {
    measure(text);
    add(forms.number(text), line);
  }

  /** A boolean of a JSON document. */
  public void addBool(long line) {
    add(ValueClass.BOOL, line);
  }

  /** A value whose class does not matter, because its column's type is settled. */
  public void addSettled(CharSequence text) {
    measure(text);
  }

  private void measure(CharSequence text) {
    if (text.length() > longest) {
      longest = Math.max(longest, Character.codePointCount(text, 0, text.length()));
    }
  }

  private void add(ValueClass found, long line) {
    Tally tally = tallies.get(found);
    if (tally == null) {
      tally = new Tally(line);
      tallies.put(found, tally);
    }
    tally.count++;
    switch (found) {
      case INTEGER, LARGE_INTEGER, DECIMAL, EXPONENT -> addDigits(found, line);
      case BOOL,
          NOT_FINITE,
          DATE,
          TIME,
          DATETIME,
          TIMESTAMP,
          LEADING_ZERO,
          FINE_TIME,
          EMPTY,
          TEXT -> {}
    }
  }

  private void addDigits(ValueClass found, long line) {
    NumberText number = forms.number();
    if (found != ValueClass.EXPONENT) {
      int whole = number.wholeDigits();
      int fraction = number.fractionDigits();
      wholeDigits = Math.max(wholeDigits, whole);
      scale = Math.max(scale, number.scale());
      if (firstBeyondNumeric == NOWHERE && !DecimalType.NUMERIC.holds(whole, fraction)) {
        firstBeyondNumeric = line;
      }
      if (firstBeyondBigNumeric == NOWHERE && !DecimalType.BIGNUMERIC.holds(whole, fraction)) {
        firstBeyondBigNumeric = line;
      }
    }
    if (firstBeyondDouble == NOWHERE && !number.isKeptByDouble()) {
      firstBeyondDouble = line;
    }
  }

  /** How many NULLs. */
  public long nulls() {
    return nulls;
  }

  /** Characters of the longest text. */
  public long longest() {
    return longest;
  }

  /** Digits before the point, of the number without an exponent that has most. */
  int wholeDigits() {
    return wholeDigits;
  }

  /** Digits behind the point as written, likewise. */
  int scale() {
    return scale;
  }

  /** The line of the first number that NUMERIC does not hold. */
  long firstBeyondNumeric() {
    return firstBeyondNumeric;
  }

  /** The line of the first number that BIGNUMERIC does not hold. */
  long firstBeyondBigNumeric() {
    return firstBeyondBigNumeric;
  }

  /** The line of the first number that loses digits as a FLOAT64. */
  long firstBeyondDouble() {
    return firstBeyondDouble;
  }

  long count(ValueClass found) {
    Tally tally = tallies.get(found);
    return tally == null ? 0 : tally.count;
  }

  /** The line of the first value of these classes. */
  long first(Set<ValueClass> classes) {
    return tallies.entrySet().stream()
        .filter(entry -> classes.contains(entry.getKey()))
        .mapToLong(entry -> entry.getValue().first)
        .min()
        .orElse(NOWHERE);
  }

  /** The classes that values are of. */
  Set<ValueClass> seen() {
    return tallies.keySet();
  }
}
