package dev.penstock.local.decode;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.GeographyText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Which proto types a column takes, and how (WA-124 to WA-142). */
final class Conversions {
  private Conversions() {}

  /** Finds the conversion; null for a pair of types that the service refuses. */
  static @Nullable Conversion find(FieldDescriptor source, Field column) {
    if (source.getType() == FieldDescriptor.Type.MESSAGE) {
      return ofMessage(source, column);
    }
    return switch (column.type()) {
      case BOOL -> toBool(source);
      case INT64 ->
          switch (source.getType()) {
            case INT32, INT64, UINT32, ENUM -> raw -> raw;
            default -> null;
          };
      case FLOAT64 ->
          switch (source.getType()) {
            case DOUBLE, FLOAT -> raw -> raw;
            default -> null;
          };
      case STRING -> toText(source, column);
      case BYTES -> toBytes(source, column);
      case NUMERIC, BIGNUMERIC -> toDecimal(source, column);
      case DATE, TIME, DATETIME, TIMESTAMP -> toTemporal(source, column);
      case JSON, GEOGRAPHY, INTERVAL -> toSpecialText(source, column);
      case RANGE, STRUCT -> null;
    };
  }

  private static @Nullable Conversion toBool(FieldDescriptor source) {
    return switch (source.getType()) {
      case BOOL -> raw -> raw;
      case INT32, INT64, UINT32, UINT64 -> raw -> (Long) raw != 0;
      default -> null;
    };
  }

  private static @Nullable Conversion toText(FieldDescriptor source, Field column) {
    return switch (source.getType()) {
      case STRING -> raw -> checkLength(column, (String) raw);
      case ENUM -> {
        EnumDescriptor type = source.getEnumType();
        yield raw -> {
          EnumValueDescriptor value = type.findValueByNumber(((Long) raw).intValue());
          if (value == null) {
            throw new RowFaultException(
                "Unknown enum value " + raw + " on field " + column.name() + ".");
          }
          return checkLength(column, value.getName());
        };
      }
      default -> null;
    };
  }

  /** WA-089. */
  static Object checkLength(Field column, String value) throws RowFaultException {
    Long max = column.maxLength();
    if (max != null && value.length() > max) {
      int length = value.codePointCount(0, value.length());
      if (length > max) {
        throw tooLong(column, max, length);
      }
    }
    return value;
  }

  static Object checkLength(Field column, byte[] value) throws RowFaultException {
    Long max = column.maxLength();
    if (max != null && value.length > max) {
      throw tooLong(column, max, value.length);
    }
    return value;
  }

  private static RowFaultException tooLong(Field column, long max, int length) {
    return new RowFaultException(
        "Field %s: %s(%d) has maximum length %d but got a value with length %d on field %s."
            .formatted(column.name(), column.type(), max, max, length, column.name()));
  }

  private static @Nullable Conversion toBytes(FieldDescriptor source, Field column) {
    return switch (source.getType()) {
      case BYTES -> raw -> checkLength(column, ((ByteString) raw).toByteArray());
      case STRING -> raw -> checkLength(column, ((String) raw).getBytes(StandardCharsets.UTF_8));
      default -> null;
    };
  }

  private static @Nullable Conversion toDecimal(FieldDescriptor source, Field column) {
    Decimals decimals = new Decimals(column);
    return switch (source.getType()) {
      case INT32, INT64, UINT32 -> decimals::ofLong;
      case UINT64 -> decimals::ofUnsigned;
      case DOUBLE, FLOAT -> decimals::ofDouble;
      case STRING -> decimals::ofText;
      case BYTES -> decimals::ofBytes;
      default -> null;
    };
  }

  private static @Nullable Conversion toTemporal(FieldDescriptor source, Field column) {
    Temporals temporals = new Temporals(column);
    boolean text = source.getType() == FieldDescriptor.Type.STRING;
    boolean int64 = source.getType() == FieldDescriptor.Type.INT64;
    boolean int32 = source.getType() == FieldDescriptor.Type.INT32;
    boolean uint32 = source.getType() == FieldDescriptor.Type.UINT32;
    if (text) {
      return switch (column.type()) {
        case DATE -> temporals::dateOfText;
        case TIME -> temporals::timeOfText;
        case DATETIME -> temporals::datetimeOfText;
        default -> temporals::timestampOfText;
      };
    }
    return switch (column.type()) {
      case DATE -> int32 || int64 ? temporals::dateOfDays : null;
      case TIME -> int64 ? temporals::timeOfPacked : null;
      case DATETIME -> int64 ? temporals::datetimeOfPacked : null;
      default -> int32 || int64 || uint32 ? temporals::timestampOfMicros : null;
    };
  }

  private static @Nullable Conversion toSpecialText(FieldDescriptor source, Field column) {
    if (source.getType() != FieldDescriptor.Type.STRING) {
      return null;
    }
    return switch (column.type()) {
      case JSON -> raw -> json(column, (String) raw);
      case INTERVAL ->
          raw ->
              IntervalText.canonical((String) raw)
                  .orElseThrow(
                      () ->
                          new RowFaultException(
                              "Invalid INTERVAL value on field " + column.name() + "."));
      default -> raw -> geography(column, (String) raw);
    };
  }

  static Object geography(Field column, String text) throws RowFaultException {
    try {
      return GeographyText.canonical(text);
    } catch (IllegalArgumentException e) {
      throw new RowFaultException(
          "Invalid GEOGRAPHY value on field " + column.name() + ": " + e.getMessage() + ".");
    }
  }

  static Object json(Field column, String text) throws RowFaultException {
    try {
      return JsonText.normalize(text);
    } catch (IOException e) {
      throw new RowFaultException("Invalid JSON value on field " + column.name() + ".");
    }
  }

  /** Wrapper types, Timestamp and Duration (WA-151). */
  private static @Nullable Conversion ofMessage(FieldDescriptor source, Field column) {
    String type = wellKnown(source.getMessageType());
    Temporals temporals = new Temporals(column);
    switch (column.type()) {
      case TIMESTAMP:
        return type.equals("google.protobuf.Timestamp") ? temporals::timestampOfMessage : null;
      case INTERVAL:
        return type.equals("google.protobuf.Duration") ? raw -> interval(column, raw) : null;
      default:
        break;
    }
    if (!type.startsWith("google.protobuf.") || !type.endsWith("Value")) {
      return null;
    }
    FieldDescriptor value = source.getMessageType().findFieldByNumber(1);
    Conversion inner = value == null || isUnlisted(type, column) ? null : find(value, column);
    FieldDescriptor.Type wire = value == null ? FieldDescriptor.Type.BYTES : value.getType();
    return inner == null ? null : raw -> inner.convert(unwrap((ByteString) raw, wire, column));
  }

  /** The library's ProtoSchemaConverter nests copies of types, named google_protobuf_Timestamp. */
  private static String wellKnown(Descriptor type) {
    return type.getContainingType() != null && type.getName().startsWith("google_protobuf_")
        ? type.getName().replace('_', '.')
        : type.getFullName();
  }

  /** The service lists fewer wrappers than plain types. */
  private static boolean isUnlisted(String wrapper, Field column) {
    String kind = wrapper.substring("google.protobuf.".length());
    return switch (column.type()) {
      case BOOL -> !kind.equals("BoolValue");
      case BYTES, NUMERIC, BIGNUMERIC -> !kind.equals("BytesValue");
      case STRING -> !kind.equals("StringValue");
      case INT64, FLOAT64 -> false;
      default -> true;
    };
  }

  private static Object unwrap(ByteString message, FieldDescriptor.Type type, Field column)
      throws RowFaultException {
    try {
      CodedInputStream in = message.newCodedInput();
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag >>> 3 == 1) {
          return WireValue.read(in, type);
        }
        in.skipField(tag);
      }
    } catch (IOException e) {
      throw new RowFaultException("Unreadable value on field " + column.name() + ".");
    }
    return switch (type) {
      case BOOL -> false;
      case DOUBLE, FLOAT -> 0.0;
      case STRING -> "";
      case BYTES -> ByteString.EMPTY;
      default -> 0L;
    };
  }

  private static Object interval(Field column, Object raw) throws RowFaultException {
    try {
      Duration duration = Duration.parseFrom((ByteString) raw);
      long micros = duration.getSeconds() * 1_000_000L + duration.getNanos() / 1000;
      return IntervalText.of(0, 0, micros)
          .orElseThrow(
              () -> new RowFaultException("INTERVAL is out of range on field " + column.name()));
    } catch (InvalidProtocolBufferException e) {
      throw new RowFaultException("Invalid INTERVAL value on field " + column.name() + ".");
    }
  }
}
