package dev.penstock.core.reader;

import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** The record of months, days and microseconds by which read sessions tell an INTERVAL (RA-038). */
final class IntervalRecords {
  private static final String FULL_NAME = "google.sqlType.INTERVAL";
  private static final int MONTHS_PER_YEAR = 12;
  private static final long MICROS_PER_SECOND = TimeUnit.SECONDS.toMicros(1);

  private IntervalRecords() {}

  static boolean matches(Schema record) {
    return (record.getFullName().equals(FULL_NAME)
            || "INTERVAL".equals(record.getProp(AvroScalars.SQL_TYPE)))
        && record.getField("months") != null
        && record.getField("days") != null
        && record.getField("microseconds") != null;
  }

  /** The canonical form {@code Y-M D H:M:S.F}; each part has its own sign. */
  static String text(IndexedRecord record) {
    long months = number(record, "months");
    long micros = number(record, "microseconds");
    long absolute = Math.abs(micros);
    long seconds = absolute / MICROS_PER_SECOND;
    StringBuilder text = new StringBuilder(32);
    text.append(sign(months))
        .append(Math.abs(months) / MONTHS_PER_YEAR)
        .append('-')
        .append(Math.abs(months) % MONTHS_PER_YEAR)
        .append(' ')
        .append(number(record, "days"))
        .append(' ')
        .append(sign(micros))
        .append(seconds / 3600)
        .append(':')
        .append(seconds / 60 % 60)
        .append(':')
        .append(seconds % 60);
    long fraction = absolute % MICROS_PER_SECOND;
    if (fraction != 0) {
      text.append('.').append(Long.toString(MICROS_PER_SECOND + fraction), 1, 7);
    }
    return text.toString();
  }

  private static String sign(long value) {
    return value < 0 ? "-" : "";
  }

  private static long number(IndexedRecord record, String field) {
    return ((Number) record.get(record.getSchema().getField(field).pos())).longValue();
  }
}
