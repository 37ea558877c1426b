package dev.penstock.core.reader;

import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader.ByteSink;
import dev.penstock.core.encode.RowReader.DecimalSink;
import dev.penstock.core.encode.RowReader.TextSink;
import dev.penstock.core.encode.ValueKind;
import java.util.UUID;

/**
 * The binary forms in which PostgreSQL sends values, and what each means. Types without a form here
 * are sent as text. Immutable.
 *
 * <p>A method is called for the kinds that name it only. Its last argument is the path of the
 * column, for faults.
 */
public enum PostgresForm {
  /** {@code bool}. */
  BOOL(1, ValueKind.BOOL) {
    @Override
    boolean toBoolean(byte[] array, int at) {
      return array[at] != 0;
    }
  },
  /** {@code int2}. */
  INT2(2, ValueKind.LONG) {
    @Override
    long toLong(byte[] array, int at, String path) {
      return BigEndian.int16(array, at);
    }
  },
  /** {@code int4}. */
  INT4(4, ValueKind.LONG) {
    @Override
    long toLong(byte[] array, int at, String path) {
      return BigEndian.int32(array, at);
    }
  },
  /** {@code int8}. */
  INT8(8, ValueKind.LONG) {
    @Override
    long toLong(byte[] array, int at, String path) {
      return BigEndian.int64(array, at);
    }
  },
  /** {@code oid}: 32 bits without a sign. */
  OID(4, ValueKind.LONG) {
    @Override
    long toLong(byte[] array, int at, String path) {
      return Integer.toUnsignedLong(BigEndian.int32(array, at));
    }
  },
  /** {@code float4}. */
  FLOAT4(4, ValueKind.DOUBLE) {
    @Override
    double toDouble(byte[] array, int at) {
      return Float.intBitsToFloat(BigEndian.int32(array, at));
    }
  },
  /** {@code float8}. */
  FLOAT8(8, ValueKind.DOUBLE) {
    @Override
    double toDouble(byte[] array, int at) {
      return Double.longBitsToDouble(BigEndian.int64(array, at));
    }
  },
  /** {@code numeric}. */
  NUMERIC(0, ValueKind.DECIMAL) {
    @Override
    void toDecimal(byte[] array, int at, int length, String path, DecimalSink sink) {
      PostgresNumeric.decimal(array, at, length, path, sink);
    }
  },
  /** {@code text}, {@code varchar}, {@code json} and whatever is cast to text. */
  TEXT(0, ValueKind.TEXT, ValueKind.JSON) {
    @Override
    void toText(byte[] array, int at, int length, String path, TextSink sink) {
      sink.utf8(array, at, length);
    }
  },
  /** {@code jsonb}: a version, then the text. */
  JSONB(0, ValueKind.JSON) {
    @Override
    void toText(byte[] array, int at, int length, String path, TextSink sink) {
      if (length < 1 || array[at] != 1) {
        throw new RowFaultException(
            path,
            "Column '" + path + "' is jsonb of an unknown version. Cast it to json in a query.");
      }
      sink.utf8(array, at + 1, length - 1);
    }
  },
  /** {@code uuid}. */
  UUID(16, ValueKind.TEXT) {
    @Override
    void toText(byte[] array, int at, int length, String path, TextSink sink) {
      sink.text(
          new UUID(BigEndian.int64(array, at), BigEndian.int64(array, at + Long.BYTES)).toString());
    }
  },
  /** {@code bytea}. */
  BYTES(0, ValueKind.BYTES) {
    @Override
    void toBytes(byte[] array, int at, int length, ByteSink sink) {
      sink.bytes(array, at, length);
    }
  },
  /** {@code date}: days since 2000-01-01. */
  DATE(4, ValueKind.DATE) {
    @Override
    long toLong(byte[] array, int at, String path) {
      int days = BigEndian.int32(array, at);
      if (days == Integer.MAX_VALUE || days == Integer.MIN_VALUE) {
        throw infinite(path, "DATE");
      }
      return (long) days + DAYS_TO_2000;
    }
  },
  /** {@code time}: microseconds since midnight, 24:00:00 among them. */
  TIME(8, ValueKind.TIME) {
    @Override
    long toLong(byte[] array, int at, String path) {
      return BigEndian.int64(array, at);
    }
  },
  /** {@code timestamp} and {@code timestamptz}: microseconds since 2000-01-01T00:00:00. */
  TIMESTAMP(8, ValueKind.DATETIME, ValueKind.INSTANT) {
    @Override
    long toLong(byte[] array, int at, String path) {
      long micros = BigEndian.int64(array, at);
      if (micros == Long.MAX_VALUE || micros == Long.MIN_VALUE) {
        throw infinite(path, "DATETIME or TIMESTAMP");
      }
      // The last years of PostgreSQL lie beyond 64 bits from 1970; all columns refuse them alike.
      return micros > Long.MAX_VALUE - MICROS_TO_2000 ? Long.MAX_VALUE : micros + MICROS_TO_2000;
    }
  },
  /** {@code interval}: microseconds, days and months. */
  INTERVAL(16, ValueKind.INTERVAL) {
    @Override
    void toText(byte[] array, int at, int length, String path, TextSink sink) {
      long micros = BigEndian.int64(array, at);
      int days = BigEndian.int32(array, at + Long.BYTES);
      int months = BigEndian.int32(array, at + Long.BYTES + Integer.BYTES);
      // An infinite interval has the outermost value in every part; each is beyond the type.
      if (micros == Long.MAX_VALUE || micros == Long.MIN_VALUE) {
        throw infinite(path, "INTERVAL");
      }
      sink.text(IntervalParts.text(months, days, micros));
    }
  };

  private static final int DAYS_TO_2000 = 10_957;
  private static final long MICROS_TO_2000 = DAYS_TO_2000 * 86_400_000_000L;

  /** Zero where the length varies. */
  private final int fixedLength;

  private final ValueKind kind;
  private final ValueKind otherKind;

  PostgresForm(int fixedLength, ValueKind kind) {
    this(fixedLength, kind, kind);
  }

  PostgresForm(int fixedLength, ValueKind kind, ValueKind otherKind) {
    this.fixedLength = fixedLength;
    this.kind = kind;
    this.otherKind = otherKind;
  }

  /** Whether its values may be read as a kind. */
  boolean yields(ValueKind wanted) {
    return wanted == kind || wanted == otherKind;
  }

  /** Checks that so many bytes can be a value. */
  void checkLength(int length, String path) {
    if (fixedLength != 0 && length != fixedLength) {
      throw new RowFaultException(
          path,
          "Column '"
              + path
              + "' has "
              + length
              + " bytes where "
              + name()
              + " has "
              + fixedLength
              + ". Cast the column to text in a query.");
    }
  }

  boolean toBoolean(byte[] array, int at) {
    throw notOfKind();
  }

  long toLong(byte[] array, int at, String path) {
    throw notOfKind();
  }

  double toDouble(byte[] array, int at) {
    throw notOfKind();
  }

  void toDecimal(byte[] array, int at, int length, String path, DecimalSink sink) {
    throw notOfKind();
  }

  void toText(byte[] array, int at, int length, String path, TextSink sink) {
    throw notOfKind();
  }

  void toBytes(byte[] array, int at, int length, ByteSink sink) {
    throw notOfKind();
  }

  private IllegalStateException notOfKind() {
    return new IllegalStateException(name() + " is read as another kind");
  }

  private static RowFaultException infinite(String path, String type) {
    return new RowFaultException(
        path,
        "Column '"
            + path
            + "' is infinite, and no "
            + type
            + " is. Correct it at the source, or select NULL for it in a query.");
  }
}
