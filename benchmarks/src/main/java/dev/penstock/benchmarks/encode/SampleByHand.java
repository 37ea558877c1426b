package dev.penstock.benchmarks.encode;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import dev.penstock.benchmarks.rows.Sample;
import java.io.IOException;

/** The 12-column row. One owner thread. */
final class SampleByHand implements ByHand {
  private static final long NUMERIC_PER_CENT = 10_000_000L;

  private final Sample[] rows;
  private final byte[] number = new byte[16];

  SampleByHand(Sample... rows) {
    this.rows = rows;
  }

  @Override
  public void write(int index, Wire wire) throws IOException {
    Sample row = rows[index];
    CodedOutputStream out = wire.begin();
    out.writeInt64(1, row.id());
    out.writeString(2, row.name());
    out.writeString(3, row.description());
    out.writeDouble(4, row.price());
    out.writeBool(5, row.active());
    out.writeInt64(6, row.timestampMicros());
    out.writeInt32(7, row.days());
    int digits = littleEndian(row.amount().unscaledValue().longValue() * NUMERIC_PER_CENT);
    out.writeTag(8, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    out.writeUInt32NoTag(digits);
    out.write(number, 0, digits);
    Long optionalCount = row.optionalCount();
    if (optionalCount != null) {
      out.writeInt64(9, optionalCount);
    }
    out.writeByteArray(10, row.payload());
    Sample.Address address = row.address();
    int start = wire.beginShort(11);
    out.writeString(1, address.street());
    out.writeInt64(2, address.zip());
    out.writeDouble(3, address.latitude());
    wire.endShort(start);
    for (String tag : row.tags()) {
      out.writeString(12, tag);
    }
  }

  private int littleEndian(long value) {
    long rest = value;
    int length = 0;
    while (true) {
      byte low = (byte) rest;
      number[length++] = low;
      rest >>= 8;
      if ((rest == 0 && low >= 0) || (rest == -1 && low < 0)) {
        return length;
      }
    }
  }
}
