package dev.penstock.core.reader;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader.TextSink;
import java.io.IOException;

/**
 * Messages as JSON documents in protobuf's canonical form, without white space. Immutable.
 *
 * @param merged whether the field is no list, so that a chain of values is one message in parts
 * @see <a href="https://protobuf.dev/programming-guides/json/">ProtoJSON</a>
 */
record ProtoJson(String path, Descriptor type, boolean merged) implements ProtoForm {
  private static final JsonFormat.Printer PRINTER =
      JsonFormat.printer().omittingInsignificantWhitespace();

  @Override
  public void toText(ProtoTape tape, int cell, TextSink sink) {
    String document;
    try {
      DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
      int part = cell;
      do {
        message.mergeFrom(
            CodedInputStream.newInstance(tape.bytes(), tape.start(part), tape.length(part)));
        part = tape.next(part);
      } while (merged && part != ProtoTape.PRESENT);
      document = PRINTER.print(message.buildPartial());
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw new RowFaultException(
          path,
          "Field '"
              + path
              + "' is a "
              + type.getFullName()
              + " that has no JSON form: its bytes are no such message, it holds a"
              + " google.protobuf.Any, or a time or number that JSON cannot tell. Correct it"
              + " upstream, or take the JSON mark off.");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    sink.text(document);
  }
}
