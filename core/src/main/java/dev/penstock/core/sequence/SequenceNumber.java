package dev.penstock.core.sequence;

/**
 * A {@code _CHANGE_SEQUENCE_NUMBER}: one to four unsigned 64-bit sections, compared from the left.
 * Written as hexadecimal sections joined by {@code /}. Immutable.
 *
 * @param sections how many of the four are used, 1 to 4
 * @see <a href="https://cloud.google.com/bigquery/docs/change-data-capture">Change data capture</a>
 */
public record SequenceNumber(int sections, long first, long second, long third, long fourth) {
  /** Checks the number of sections. */
  public SequenceNumber {
    if (sections < 1 || sections > 4) {
      throw new IllegalArgumentException("sections: " + sections + " (expected: 1..4)");
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

  private static void appendHex(StringBuilder text, long value) {
    int digits = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 3) / 4);
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
      text.append(Character.forDigit((int) (value >>> shift) & 0xF, 16));
    }
  }
}
