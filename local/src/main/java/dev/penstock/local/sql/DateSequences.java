package dev.penstock.local.sql;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.LocalDate;

/** GENERATE_DATE_ARRAY in steps of months. */
final class DateSequences {
  private DateSequences() {}

  /** Dates as a JSON array: each a number of months after the one before. */
  static String months(String first, String last, String months) {
    long step = Long.parseLong(months);
    if (step == 0) {
      throw new IllegalArgumentException("Sequence step cannot be 0.");
    }
    LocalDate end = LocalDate.parse(last);
    ArrayNode dates = JsonNodeFactory.instance.arrayNode();
    for (LocalDate date = LocalDate.parse(first);
        step > 0 ? !date.isAfter(end) : !date.isBefore(end);
        date = date.plusMonths(step)) {
      dates.add(date.toString());
    }
    return dates.toString();
  }
}
