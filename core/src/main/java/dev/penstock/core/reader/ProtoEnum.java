package dev.penstock.core.reader;

import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import dev.penstock.core.encode.RowReader.TextSink;
import java.util.HashMap;
import java.util.Map;

/** Numbers as the names of an enum; of two names for one number, the first. One owner thread. */
final class ProtoEnum implements ProtoForm {
  private static final int MAX_DIRECT_NUMBER = 1_000;

  private final EnumDescriptor type;
  private final String[] direct;
  private final Map<Integer, String> others = new HashMap<>();

  ProtoEnum(EnumDescriptor type) {
    this.type = type;
    int highest =
        type.getValues().stream()
            .mapToInt(EnumValueDescriptor::getNumber)
            .filter(number -> number >= 0 && number <= MAX_DIRECT_NUMBER)
            .max()
            .orElse(-1);
    this.direct = new String[highest + 1];
    for (int number = 0; number <= highest; number++) {
      direct[number] = type.findValueByNumberCreatingIfUnknown(number).getName();
    }
    type.getValues().stream()
        .filter(value -> value.getNumber() < 0 || value.getNumber() > highest)
        .forEach(value -> others.putIfAbsent(value.getNumber(), value.getName()));
  }

  @Override
  public void toText(ProtoTape tape, int cell, TextSink sink) {
    sink.text(name((int) tape.value(cell)));
  }

  private String name(int number) {
    if (number >= 0 && number < direct.length) {
      return direct[number];
    }
    String known = others.get(number);
    return known != null ? known : type.findValueByNumberCreatingIfUnknown(number).getName();
  }
}
