package dev.penstock.core.reader;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in network byte order. */
final class BigEndian {
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private BigEndian() {}

  static short int16(byte[] array, int at) {
    return (short) SHORTS.get(array, at);
  }

  static int int32(byte[] array, int at) {
    return (int) INTS.get(array, at);
  }

  static long int64(byte[] array, int at) {
    return (long) LONGS.get(array, at);
  }
}
