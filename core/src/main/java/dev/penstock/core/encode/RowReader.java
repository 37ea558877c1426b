package dev.penstock.core.encode;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Access to the fields of one row, of one struct, or to the elements of one list, by ordinal and
 * without copies. A reader is reused: nested readers are valid until the next call on their parent.
 * One owner thread.
 *
 * <p>A method is called only for ordinals that are not null and whose kind names that method. Any
 * method throws {@link RowFaultException} when the value is not of the field's kind.
 */
public interface RowReader {
  /** How many ordinals there are: the fields of a struct, the elements of a list. */
  int size();

  /** Whether the value is absent. */
  boolean isNull(int ordinal);

  /** Hands the fields to their encoders. */
  default void encode(StructFields fields) {
    for (int i = 0; i < fields.size(); i++) {
      encode(fields.ordinal(i), fields.encoder(i));
    }
  }

  /**
   * Hands the value to its field's encoder, or tells it that there is none.
   *
   * <p>Where readers of several classes are in use, the calls from here cannot be inlined, as all
   * of them share this code. A reader of many rows overrides this method and its two neighbours
   * with code of its own.
   */
  default void encode(int ordinal, FieldEncoder encoder) {
    if (isNull(ordinal)) {
      encoder.absent();
      return;
    }
    switch (encoder.kind()) {
      case BOOL -> encoder.bool(booleanAt(ordinal));
      case LONG, UNSIGNED_LONG, DATE, TIME, DATETIME, INSTANT -> encoder.number(longAt(ordinal));
      case DOUBLE -> encoder.number(doubleAt(ordinal));
      case DECIMAL -> decimal(ordinal, encoder);
      case TEXT, INTERVAL, JSON -> text(ordinal, encoder);
      case BYTES -> bytes(ordinal, encoder);
      case STRUCT -> {
        struct(ordinal).encode(encoder.beginStruct());
        encoder.endStruct();
      }
      case LIST -> list(ordinal).encodeElements(encoder);
    }
  }

  /** Hands the elements to the encoder of their list. */
  default void encodeElements(FieldEncoder list) {
    int size = size();
    FieldEncoder element = list.beginList(size);
    for (int i = 0; i < size && !list.isRefused(); i++) {
      encode(i, element);
    }
    list.endList();
  }

  /** The value of a BOOL. */
  boolean booleanAt(int ordinal);

  /** The value of a LONG, UNSIGNED_LONG, DATE, TIME, DATETIME or INSTANT. */
  long longAt(int ordinal);

  /** The value of a DOUBLE. */
  double doubleAt(int ordinal);

  /** The value of a DECIMAL. */
  BigDecimal decimalAt(int ordinal);

  /**
   * Hands the value of a DECIMAL to the sink, exactly once. A reader that has its digits as a long
   * or as bytes needs no object for it.
   */
  default void decimal(int ordinal, DecimalSink sink) {
    sink.decimal(decimalAt(ordinal));
  }

  /** Hands the characters of a TEXT, INTERVAL or JSON to the sink, exactly once. */
  void text(int ordinal, TextSink sink);

  /** Hands the content of a BYTES to the sink, exactly once. */
  void bytes(int ordinal, ByteSink sink);

  /** A reader of a STRUCT. */
  RowReader struct(int ordinal);

  /** A reader of a LIST, whose ordinals are its elements. */
  RowReader list(int ordinal);

  /** Takes one decimal. */
  interface DecimalSink {
    /** The number {@code unscaled} times ten to the power of minus {@code scale}. */
    void decimal(long unscaled, int scale);

    /** Any number. */
    void decimal(BigDecimal value);

    /**
     * A number whose unscaled digits are in two's complement, the most significant byte first.
     *
     * @param length at least 1
     */
    default void decimal(byte[] array, int offset, int length, int scale) {
      if (length > Long.BYTES) {
        decimal(new BigDecimal(new BigInteger(array, offset, length), scale));
        return;
      }
      long unscaled = array[offset];
      for (int i = 1; i < length; i++) {
        unscaled = (unscaled << Byte.SIZE) | (array[offset + i] & 0xFF);
      }
      decimal(unscaled, scale);
    }
  }

  /** Takes one text. */
  interface TextSink {
    /** The text as characters. */
    void text(String value);

    /** The text as UTF-8. */
    void utf8(byte[] array, int offset, int length);
  }

  /** Takes one byte string. */
  interface ByteSink {
    /** The bytes of an array range. */
    void bytes(byte[] array, int offset, int length);
  }
}
