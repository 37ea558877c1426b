package dev.penstock.local.decode;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.io.IOException;

/** Reads one value of a field from the wire. */
final class WireValue {
  private WireValue() {}

  /** The value in the forms of {@link Conversion#convert}. */
  static Object read(CodedInputStream in, FieldDescriptor.Type type) throws IOException {
    return switch (type) {
      case BOOL -> in.readBool();
      case INT32 -> (long) in.readInt32();
      case INT64 -> in.readInt64();
      case UINT32 -> in.readUInt32() & 0xFFFFFFFFL;
      case UINT64 -> in.readUInt64();
      case SINT32 -> (long) in.readSInt32();
      case SINT64 -> in.readSInt64();
      case FIXED32 -> in.readFixed32() & 0xFFFFFFFFL;
      case FIXED64 -> in.readFixed64();
      case SFIXED32 -> (long) in.readSFixed32();
      case SFIXED64 -> in.readSFixed64();
      case ENUM -> (long) in.readEnum();
      case DOUBLE -> in.readDouble();
      case FLOAT -> (double) in.readFloat();
      case STRING -> in.readStringRequireUtf8();
      case BYTES, MESSAGE, GROUP -> in.readBytes();
    };
  }
}
