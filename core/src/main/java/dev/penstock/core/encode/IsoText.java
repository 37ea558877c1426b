package dev.penstock.core.encode;

/**
 * Reads the ISO-8601 forms that databases write, without objects: {@code
 * 2026-01-31T12:00:00.123456+02:00} and {@code 12:00:00.5Z}. Seconds and fraction may be absent;
 * digits finer than a microsecond are cut off, which {@link #isExact} tells. Years 1 to 9999. One
 * text at a time. One owner thread.
 */
public final class IsoText {
  /** What a text yields that is not of the form. */
  public static final long INVALID = Long.MIN_VALUE;

  private static final int MICRO_DIGITS = 6;
  private static final int MAX_OFFSET_SECONDS = 18 * 3600;

  private CharSequence text = "";
  private int position;
  private boolean valid;
  private boolean exact;

  /** Microseconds since 1970-01-01T00:00:00Z, or {@link #INVALID}. */
  public long instantMicros(CharSequence value) {
    start(value);
    long days = date();
    expect('T');
    long micros = timeOfDay();
    long offset = offsetMicros();
    return isEnd() ? days * CivilTime.MICROS_PER_DAY + micros - offset : INVALID;
  }

  /**
   * As {@link #instantMicros}, also with a blank for the T, and {@code UTC} behind one for the
   * offset, as BigQuery itself writes it. Within the years 1 to 9999 of UTC.
   */
  public long zonedMicros(CharSequence value) {
    start(value);
    long days = date();
    expectTimeMark();
    long micros = timeOfDay();
    long offset = peek() == ' ' ? utcName() : offsetMicros();
    long instant = days * CivilTime.MICROS_PER_DAY + micros - offset;
    return isEnd() && instant >= CivilTime.MIN_MICROS && instant <= CivilTime.MAX_MICROS
        ? instant
        : INVALID;
  }

  /**
   * Microseconds since 1970-01-01T00:00:00 of a calendar without a zone, or {@link #INVALID}. A
   * blank may stand for the T.
   */
  public long datetimeMicros(CharSequence value) {
    start(value);
    long days = date();
    expectTimeMark();
    long micros = timeOfDay();
    return isEnd() ? days * CivilTime.MICROS_PER_DAY + micros : INVALID;
  }

  /** Days since 1970-01-01, or {@link #INVALID}. */
  public long dateDays(CharSequence value) {
    start(value);
    long days = date();
    return isEnd() ? days : INVALID;
  }

  /** Microseconds since midnight of a time without an offset, or {@link #INVALID}. */
  public long timeOfDayMicros(CharSequence value) {
    start(value);
    long micros = timeOfDay();
    return isEnd() ? micros : INVALID;
  }

  /** Microseconds since midnight UTC, or {@link #INVALID}. */
  long timeMicros(CharSequence value) {
    start(value);
    long micros = timeOfDay();
    long offset = offsetMicros();
    return isEnd() ? Math.floorMod(micros - offset, CivilTime.MICROS_PER_DAY) : INVALID;
  }

  /** Whether nothing but zeros was cut off the last text. */
  public boolean isExact() {
    return exact;
  }

  private void start(CharSequence value) {
    text = value;
    position = 0;
    valid = true;
    exact = true;
  }

  private long date() {
    int year = number(4);
    expect('-');
    int month = number(2);
    expect('-');
    int day = number(2);
    valid = valid && isDate(year, month, day);
    return valid ? CivilTime.epochDay(year, month, day) : 0;
  }

  private void expectTimeMark() {
    valid &= peek() == 'T' || peek() == ' ';
    position++;
  }

  private long utcName() {
    expect(' ');
    expect('U');
    expect('T');
    expect('C');
    return 0;
  }

  private boolean isEnd() {
    return valid && position == text.length();
  }

  private static boolean isDate(int year, int month, int day) {
    return year >= 1
        && month >= 1
        && month <= 12
        && day >= 1
        && day <= CivilTime.daysOfMonth(year, month);
  }

  private long timeOfDay() {
    int hour = number(2);
    expect(':');
    int minute = number(2);
    int second = 0;
    long fraction = 0;
    if (peek() == ':') {
      position++;
      second = number(2);
      if (peek() == '.') {
        position++;
        fraction = fractionMicros();
      }
    }
    valid &= hour < 24 && minute < 60 && second < 60;
    return (hour * 3600L + minute * 60L + second) * CivilTime.MICROS_PER_SECOND + fraction;
  }

  private long fractionMicros() {
    long micros = 0;
    int digits = 0;
    for (; isDigit(peek()); position++, digits++) {
      if (digits < MICRO_DIGITS) {
        micros = 10 * micros + (peek() - '0');
      } else {
        exact &= peek() == '0';
      }
    }
    valid &= digits >= 1 && digits <= 9;
    for (int i = digits; i < MICRO_DIGITS; i++) {
      micros *= 10;
    }
    return micros;
  }

  private long offsetMicros() {
    char sign = peek();
    position++;
    if (sign == 'Z') {
      return 0;
    }
    valid &= sign == '+' || sign == '-';
    int seconds = 3600 * number(2);
    for (int unit = 60; unit >= 1 && peek() == ':'; unit /= 60) {
      position++;
      int part = number(2);
      valid &= part < 60;
      seconds += unit * part;
    }
    valid &= seconds <= MAX_OFFSET_SECONDS;
    return (sign == '-' ? -seconds : seconds) * CivilTime.MICROS_PER_SECOND;
  }

  private char peek() {
    return position < text.length() ? text.charAt(position) : '\0';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private void expect(char wanted) {
    valid &= peek() == wanted;
    position++;
  }

  private int number(int digits) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      char c = peek();
      valid &= isDigit(c);
      value = 10 * value + (c - '0');
      position++;
    }
    return value;
  }
}
