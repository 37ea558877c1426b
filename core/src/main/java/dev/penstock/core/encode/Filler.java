package dev.penstock.core.encode;

import java.math.BigInteger;

/**
 * Writes the zero value of a REQUIRED column outside the key into a DELETE. The service demands
 * some value there and never stores it, so the old row's value is not read: it could only fail.
 */
final class Filler {
  private static final byte[] NO_BYTES = new byte[0];

  private Filler() {}

  static void write(TaggedColumn tagged, RowOutput out) {
    int place = out.place(tagged);
    switch (tagged.column().type()) {
      case BOOL -> out.bool(place, false);
      case INT64 -> out.int64(place, 0);
      case FLOAT64 -> out.float64(place, 0);
      case NUMERIC, BIGNUMERIC -> out.decimal(place, BigInteger.ZERO);
      case STRING -> text(place, "", out);
      case JSON -> text(place, "null", out);
      case GEOGRAPHY -> text(place, "POINT(0 0)", out);
      case INTERVAL -> text(place, "0-0 0 0:0:0", out);
      case BYTES -> out.bytes(place, NO_BYTES, 0, 0);
      case DATE -> out.date(place, 0);
      case TIME -> out.time(place, 0);
      case DATETIME -> out.datetime(place, 0);
      case TIMESTAMP -> out.timestamp(place, 0);
      // Without bounds a RANGE is unbounded (WA-145).
      case STRUCT, RANGE -> struct(place, tagged, out);
    }
  }

  private static void text(int place, String ascii, RowOutput out) {
    if (!out.text(place, ascii)) {
      throw new AssertionError(ascii);
    }
  }

  private static void struct(int place, TaggedColumn tagged, RowOutput out) {
    int start = out.beginStruct(place, 1);
    for (TaggedColumn field : tagged.fields().list()) {
      if (field.isRequired()) {
        write(field, out);
      }
    }
    int unused = out.endStruct(start, 1);
    assert unused > 0;
  }
}
