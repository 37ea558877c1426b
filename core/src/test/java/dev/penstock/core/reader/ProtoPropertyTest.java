package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Whatever a message holds, its row holds, as read through protobuf's own classes. */
class ProtoPropertyTest {
  private static final Set<String> DOCUMENTS = Set.of("Struct", "Value", "ListValue");
  private static final List<Descriptor> TYPES =
      ProtoFixtures.type("types", "Bools").getFile().getMessageTypes();
  private static final Map<Descriptor, Road> ROADS =
      TYPES.stream().collect(Collectors.toMap(type -> type, Road::of));

  /** Reader and table of one type. */
  private record Road(ProtoRows rows, Rows table) {
    static Road of(Descriptor type) {
      ProtoRows rows = ProtoRows.of(type, ProtoOptions.DEFAULTS);
      return new Road(rows, Rows.of(rows.schema(), rows.tableSchema()));
    }

    Message write(Message message) {
      return table.message(rows.read(message));
    }
  }

  @Property(tries = 100)
  void aRowHoldsWhatItsMessageHolds(@ForAll long seed) {
    for (Map.Entry<Descriptor, Road> road : ROADS.entrySet()) {
      Message message = anyMessage(road.getKey(), new Random(seed));

      assertThat(columnsOf(road.getValue().write(message)))
          .as("%s", message)
          .isEqualTo(expected(message));
    }
  }

  private static Message anyMessage(Descriptor type, Random random) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    for (FieldDescriptor field : type.getFields()) {
      if (field.isMapField()) {
        Set<Object> keys = new HashSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          Message entry = anyMessage(field.getMessageType(), random);
          if (keys.add(entry.getField(field.getMessageType().findFieldByNumber(1)))) {
            message.addRepeatedField(field, entry);
          }
        }
      } else if (field.isRepeated()) {
        for (int i = random.nextInt(4); i > 0; i--) {
          message.addRepeatedField(field, anyValue(field, random));
        }
      } else if (random.nextInt(3) > 0) {
        message.setField(field, anyValue(field, random));
      }
    }
    return message.build();
  }

  private static Object anyValue(FieldDescriptor field, Random random) {
    return switch (field.getJavaType()) {
      case INT -> random.nextInt() >> random.nextInt(32);
      case LONG -> {
        long number = random.nextLong() >> random.nextInt(64);
        // Larger ones have no INT64.
        yield field.toProto().getType().name().matches(".*(UINT|_FIXED)64") ? number >>> 1 : number;
      }
      case FLOAT -> Float.intBitsToFloat(random.nextInt());
      case DOUBLE -> Double.longBitsToDouble(random.nextLong());
      case BOOLEAN -> random.nextBoolean();
      case STRING ->
          random
              .ints(random.nextInt(5), 0, Character.MAX_CODE_POINT + 1)
              .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      case BYTE_STRING -> {
        byte[] bytes = new byte[random.nextInt(5)];
        random.nextBytes(bytes);
        yield ByteString.copyFrom(bytes);
      }
      case ENUM -> field.getEnumType().findValueByNumberCreatingIfUnknown(random.nextInt(4) - 2);
      case MESSAGE -> anyNested(field.getMessageType(), random);
    };
  }

  private static Message anyNested(Descriptor type, Random random) {
    if (DOCUMENTS.contains(type.getName())) {
      return DynamicMessage.getDefaultInstance(type);
    }
    if (type.getName().equals("Timestamp") || type.getName().equals("Duration")) {
      return DynamicMessage.newBuilder(type)
          .setField(type.findFieldByNumber(1), random.nextInt() & 0xFFFF_FFFFL)
          .setField(type.findFieldByNumber(2), random.nextInt(1_000_000_000))
          .build();
    }
    return anyMessage(type, random);
  }

  private static Map<String, Object> expected(Message message) {
    Map<String, Object> columns = new TreeMap<>();
    for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
      String name = field.getName();
      if (field.isRepeated()) {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
          elements.add(expected(field, message.getRepeatedField(field, i)));
        }
        if (!elements.isEmpty()) {
          columns.put(name, elements);
        }
      } else if (!field.hasPresence()
          || message.hasField(field)
          || message.getDescriptorForType().getOptions().getMapEntry()) {
        columns.put(name, expected(field, message.getField(field)));
      }
    }
    return columns;
  }

  private static Object expected(FieldDescriptor field, Object value) {
    return switch (field.getJavaType()) {
      case INT ->
          field.toProto().getType().name().matches(".*(UINT|_FIXED)32")
              ? Integer.toUnsignedLong((Integer) value)
              : (long) (Integer) value;
      case FLOAT -> (double) (Float) value;
      case ENUM -> ((EnumValueDescriptor) value).getName();
      case MESSAGE -> expectedOf((Message) value);
      case LONG, DOUBLE, BOOLEAN, STRING, BYTE_STRING -> value;
    };
  }

  private static Object expectedOf(Message message) {
    Descriptor type = message.getDescriptorForType();
    if (DOCUMENTS.contains(type.getName())) {
      try {
        return JsonFormat.printer().omittingInsignificantWhitespace().print(message);
      } catch (InvalidProtocolBufferException e) {
        throw new AssertionError(e);
      }
    }
    if (!type.getFullName().startsWith("google.protobuf.") || type.getName().equals("Any")) {
      return expected(message);
    }
    FieldDescriptor first = type.findFieldByNumber(1);
    Object value = message.getField(first);
    if (type.getName().equals("Timestamp") || type.getName().equals("Duration")) {
      int nanos = (Integer) message.getField(type.findFieldByNumber(2));
      return (Long) value * 1_000_000 + nanos / 1_000;
    }
    if (type.getName().equals("FieldMask")) {
      return ((List<?>) value).stream().map(Object::toString).collect(Collectors.joining(","));
    }
    return expected(first, value);
  }

  private static Map<String, Object> columnsOf(Message row) {
    Map<String, Object> columns = new TreeMap<>();
    row.getAllFields().forEach((field, value) -> columns.put(field.getName(), column(value)));
    return columns;
  }

  private static Object column(@Nullable Object value) {
    if (value instanceof List<?> elements) {
      return elements.stream().map(ProtoPropertyTest::column).toList();
    }
    if (value instanceof Message struct) {
      return columnsOf(struct);
    }
    if (value == null) {
      throw new AssertionError("no value");
    }
    return value;
  }
}
