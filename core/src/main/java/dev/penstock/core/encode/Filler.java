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
    int tag = tagged.tag();
    switch (tagged.column().type()) {
      case BOOL -> out.bool(tag, false);
      case INT64 -> out.int64(tag, 0);
      case FLOAT64 -> out.float64(tag, 0);
      case NUMERIC, BIGNUMERIC -> out.decimal(tag, BigInteger.ZERO);
      case STRING -> text(tag, "", out);
      case JSON -> text(tag, "null", out);
      case GEOGRAPHY -> text(tag, "POINT(0 0)", out);
      case INTERVAL -> text(tag, "0-0 0 0:0:0", out);
      case BYTES -> out.bytes(tag, NO_BYTES, 0, 0);
      case DATE -> out.date(tag, 0);
      case TIME -> out.time(tag, 0);
      case DATETIME -> out.datetime(tag, 0);
      case TIMESTAMP -> out.timestamp(tag, 0);
      case STRUCT -> struct(tagged, out);
      case RANGE -> throw new AssertionError(tagged);
    }
  }

  private static void text(int tag, String ascii, RowOutput out) {
    if (!out.text(tag, ascii)) {
      throw new AssertionError(ascii);
    }
  }

  private static void struct(TaggedColumn tagged, RowOutput out) {
    int start = out.beginStruct(tagged.tag(), 1);
    for (TaggedColumn field : tagged.fields().list()) {
      if (field.isRequired()) {
        write(field, out);
      }
    }
    int unused = out.endStruct(start, 1);
    assert unused > 0;
  }
}
