package dev.penstock.core.sequence;

import dev.penstock.core.model.ServiceLimits;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A {@code _CHANGE_SEQUENCE_NUMBER}: one to four unsigned 64-bit sections, compared from the left.
 * Written as hexadecimal sections joined by {@code /}; leading zeros and the case of digits mean
 * nothing (CDC-023, CDC-024). Immutable.
 *
 * @param sections how many of the four are used, 1 to 4
 * @see <a href="https://cloud.google.com/bigquery/docs/change-data-capture">Change data capture</a>
 */
public record SequenceNumber(int sections, long first, long second, long third, long fourth)
    implements Comparable<SequenceNumber> {
  /** The most sections a number may have (CDC-023). */
  public static final int MAX_SECTIONS = ServiceLimits.SEQUENCE_SECTIONS.intValue();

  private static final int MAX_DIGITS = 16;
  private static final HexFormat PADDED = HexFormat.of().withUpperCase();

  /** Checks the number of sections, and that unused ones are 0. */
  public SequenceNumber {
    if (sections < 1 || sections > MAX_SECTIONS) {
      throw new IllegalArgumentException("sections: " + sections + " (expected: 1..4)");
    }
    long unused = (sections < 2 ? second : 0) | (sections < 3 ? third : 0);
    if ((unused | (sections < 4 ? fourth : 0)) != 0) {
      throw new IllegalArgumentException(
          "sections: " + sections + " (expected: 0 in every section after these)");
    }
  }

  /** A number of one section. */
  public static SequenceNumber of(long first) {
    return new SequenceNumber(1, first, 0, 0, 0);
  }

  /** A number of two sections. */
  public static SequenceNumber of(long first, long second) {
    return new SequenceNumber(2, first, second, 0, 0);
  }

  /** A number of three sections. */
  public static SequenceNumber of(long first, long second, long third) {
    return new SequenceNumber(3, first, second, third, 0);
  }

  /**
   * Reads a number in the service's form, padded or not, in either case.
   *
   * @return null when the text is none: an empty section, more than 16 digits, more than four
   *     sections, anything but hexadecimal digits and {@code /}
   */
  public static @Nullable SequenceNumber find(String text) {
    long[] values = new long[MAX_SECTIONS];
    int count = 0;
    int digits = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? '/' : text.charAt(i);
      if (c == '/') {
        if (digits == 0) {
          return null;
        }
        count++;
        digits = 0;
      } else {
        if (count == MAX_SECTIONS || digits == MAX_DIGITS || !HexFormat.isHexDigit(c)) {
          return null;
        }
        values[count] = values[count] << 4 | HexFormat.fromHexDigit(c);
        digits++;
      }
    }
    return new SequenceNumber(count, values[0], values[1], values[2], values[3]);
  }

  /**
   * Reads a number as {@link #find} does.
   *
   * @throws IllegalArgumentException when the text is none; the message does not show it
   */
  public static SequenceNumber parse(String text) {
    SequenceNumber number = find(text);
    if (number == null) {
      throw new IllegalArgumentException(
          "sequence number: a text of "
              + text.length()
              + " characters (expected: 1 to 4 sections of 1 to 16 hexadecimal digits, joined by"
              + " /, such as 1A/2F)");
    }
    return number;
  }

  /** A section by its position from the left, 0 to 3. */
  public long section(int index) {
    return switch (index) {
      case 0 -> first;
      case 1 -> second;
      case 2 -> third;
      case 3 -> fourth;
      default -> throw new IndexOutOfBoundsException(index);
    };
  }

  /**
   * The order of the service: section by section from the left, as unsigned numbers (CDC-024). For
   * a number that is the beginning of another no rule is published (CDC-025): it is the lower one
   * here, so give all rows of a table the same number of sections.
   */
  @Override
  public int compareTo(SequenceNumber other) {
    int common = Math.min(sections, other.sections);
    for (int i = 0; i < common; i++) {
      int order = Long.compareUnsigned(section(i), other.section(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(sections, other.sections);
  }

  /** The text that BigQuery takes, for example {@code 3/412}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(67);
    for (int i = 0; i < sections; i++) {
      if (i > 0) {
        text.append('/');
      }
      appendHex(text, section(i));
    }
    return text.toString();
  }

  /**
   * The number with each section as 16 upper-case digits, so that texts of equally many sections
   * sort as the numbers do: {@code 0000000000000003/0000000000000412}.
   */
  public String padded() {
    StringBuilder text = new StringBuilder(67);
    for (int i = 0; i < sections; i++) {
      text.append(i == 0 ? "" : "/").append(PADDED.toHexDigits(section(i)));
    }
    return text.toString();
  }

  private static void appendHex(StringBuilder text, long value) {
    int digits = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 3) / 4);
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
      text.append(Character.forDigit((int) (value >>> shift) & 0xF, 16));
    }
  }
}
