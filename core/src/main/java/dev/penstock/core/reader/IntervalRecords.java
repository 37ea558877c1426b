package dev.penstock.core.reader;

import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** The record of months, days and microseconds by which read sessions tell an INTERVAL (RA-038). */
final class IntervalRecords {
  private static final String FULL_NAME = "google.sqlType.INTERVAL";

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
    return IntervalParts.text(
        number(record, "months"), number(record, "days"), number(record, "microseconds"));
  }

  private static long number(IndexedRecord record, String field) {
    return ((Number) record.get(record.getSchema().getField(field).pos())).longValue();
  }
}
