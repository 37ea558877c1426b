package dev.penstock.core.reader;

import com.fasterxml.jackson.core.io.NumberInput;
import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/**
 * Reads a decimal number in the notation of SQL and JSON, without objects: sign, digits, point,
 * digits, exponent. No blanks, no thousands separators, no locale. One text at a time. One owner
 * thread.
 */
public final class NumberText {
  /** How a text is a number. */
  public enum Form {
    /** It is none. */
    NONE,
    /** Digits only. */
    INTEGER,
    /** With a point. */
    FRACTION,
    /** With an exponent. */
    EXPONENT
  }

  /** Bounds the work for a text that can be no number of any column. */
  private static final int MAX_CHARACTERS = 1000;

  /** This many digits always fit a long, one more fits it unsigned. */
  private static final int MAX_LONG_DIGITS = 18;

  /** Every number of so many digits is kept by a double. */
  private static final int SURE_DOUBLE_DIGITS = 15;

  /** No double has more digits that mean something. */
  private static final int MAX_DOUBLE_DIGITS = 17;

  /** Without an exponent, no number of so many characters is beyond the range of doubles. */
  private static final int MAX_SURE_CHARACTERS = 300;

  private CharSequence text = "";
  private int position;
  private Form form = Form.NONE;
  private boolean negative;
  private int wholeDigits;
  private int leadingZeros;
  private int fractionDigits;
  private int trailingZeros;
  private int significantDigits;

  /** The digits as an unsigned number; good for up to 19 significant ones. */
  private long magnitude;

  /** Reads a text and tells what it is. */
  public Form scan(CharSequence value) {
    text = value;
    position = 0;
    magnitude = 0;
    significantDigits = 0;
    trailingZeros = 0;
    negative = peek() == '-';
    if (negative || peek() == '+') {
      position++;
    }
    leadingZeros = zeros();
    wholeDigits = leadingZeros + digits();
    fractionDigits = 0;
    form = Form.INTEGER;
    if (peek() == '.') {
      position++;
      int first = position;
      trailingZeros = 0;
      fractionDigits = digits();
      form = position == first ? Form.NONE : Form.FRACTION;
    }
    if (wholeDigits + fractionDigits == 0) {
      form = Form.NONE;
    } else if (peek() == 'e' || peek() == 'E') {
      form = form != Form.NONE && exponent() ? Form.EXPONENT : Form.NONE;
    }
    if (position != text.length() || position > MAX_CHARACTERS) {
      form = Form.NONE;
    }
    return form;
  }

  private int zeros() {
    int from = position;
    while (peek() == '0') {
      position++;
    }
    return position - from;
  }

  private int digits() {
    int from = position;
    for (char c = peek(); c >= '0' && c <= '9'; c = peek()) {
      if (significantDigits > 0 || c != '0') {
        significantDigits++;
        magnitude = 10 * magnitude + (c - '0');
      }
      trailingZeros = c == '0' ? trailingZeros + 1 : 0;
      position++;
    }
    return position - from;
  }

  private boolean exponent() {
    position++;
    if (peek() == '-' || peek() == '+') {
      position++;
    }
    int from = position;
    while (peek() >= '0' && peek() <= '9') {
      position++;
    }
    return position > from;
  }

  private char peek() {
    return position < text.length() ? text.charAt(position) : '\0';
  }

  /** Whether it begins with a plus sign. */
  public boolean hasPlus() {
    return text.length() > 0 && text.charAt(0) == '+';
  }

  /** Whether a zero stands before other digits of its whole part, as in codes. */
  public boolean hasLeadingZero() {
    return leadingZeros > 0 && wholeDigits > 1;
  }

  /** Whether it is a whole number of 64 bits. */
  public boolean fitsLong() {
    if (form != Form.INTEGER || significantDigits > MAX_LONG_DIGITS + 1) {
      return false;
    }
    return magnitude >= 0 || (negative && magnitude == Long.MIN_VALUE);
  }

  /** The number, where {@link #fitsLong}. */
  public long longValue() {
    return negative ? -magnitude : magnitude;
  }

  /** Digits before the point, without leading zeros. */
  public int wholeDigits() {
    return wholeDigits - leadingZeros;
  }

  /** Digits behind the point, without trailing zeros. */
  public int fractionDigits() {
    return form == Form.INTEGER ? 0 : fractionDigits - trailingZeros;
  }

  /** Digits behind the point, as written. */
  public int scale() {
    return form == Form.INTEGER ? 0 : fractionDigits;
  }

  /** Digits from the first to the last that is not zero, of a number without an exponent. */
  public int significantDigits() {
    return significantDigits - trailingZeros;
  }

  /** The number exactly; null when its exponent is beyond what Java holds. */
  public @Nullable BigDecimal decimalValue() {
    if (form != Form.EXPONENT && significantDigits <= MAX_LONG_DIGITS) {
      return BigDecimal.valueOf(longValue(), fractionDigits);
    }
    try {
      return new BigDecimal(text.toString());
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Whether the nearest double still has every digit that is written. */
  public boolean isKeptByDouble() {
    int digits = significantDigits();
    // Without an exponent, a short writing is never beyond what doubles reach.
    return (digits <= SURE_DOUBLE_DIGITS
            && form != Form.EXPONENT
            && text.length() <= MAX_SURE_CHARACTERS)
        || isKept(digits);
  }

  private boolean isKept(int digits) {
    String written = text.toString();
    double nearest = Double.parseDouble(written);
    // As Java writes a double, at times with a digit too many; also spares the exact comparison.
    if (Double.toString(nearest).equals(written)) {
      return true;
    }
    BigDecimal exact = digits > MAX_DOUBLE_DIGITS ? null : decimalValue();
    if (exact == null || Double.isInfinite(nearest) || nearest == 0) {
      return exact != null && exact.signum() == 0;
    }
    return (digits <= SURE_DOUBLE_DIGITS && Math.abs(nearest) >= Double.MIN_NORMAL)
        || new BigDecimal(nearest).round(new MathContext(digits)).compareTo(exact) == 0;
  }

  /** The nearest double; infinite when the number is beyond all of them. */
  public double doubleValue() {
    // Rounds as Java does, several times as fast where there are many digits.
    return NumberInput.parseDouble(text.toString(), true);
  }
}
