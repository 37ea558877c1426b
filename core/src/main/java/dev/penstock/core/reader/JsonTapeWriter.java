package dev.penstock.core.reader;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.reader.JsonTape.Kind;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes a document to a tape in one pass over its tokens. One owner thread. */
final class JsonTapeWriter {
  private static final int END = -1;

  private final JsonTape tape;
  private final boolean ignoreUnknownFields;
  private int[] next = new int[64];

  JsonTapeWriter(JsonTape tape, boolean ignoreUnknownFields) {
    this.tape = tape;
    this.ignoreUnknownFields = ignoreUnknownFields;
  }

  /**
   * Writes the document and tells the place of its root.
   *
   * @throws RowFaultException when it is not one object with at least one field
   */
  int write(JsonParser parser, JsonFields fields) throws IOException {
    tape.clear();
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw fault("The document is no JSON object. Send one object for each row.");
    }
    int root = tape.add(Kind.OBJECT);
    if (!object(parser, root, fields, "")) {
      throw fault("The document is an object without fields. Send at least one.");
    }
    if (parser.nextToken() != null) {
      throw fault("The document has something behind its object. Send one object for each row.");
    }
    return root;
  }

  /** Reads up to the end of an object and tells whether it had any field. */
  private boolean object(JsonParser parser, int object, JsonFields fields, String path)
      throws IOException {
    boolean any = false;
    tape.reserveMembers(object, fields.size());
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      any = true;
      Integer ordinal = fields.find(name);
      parser.nextToken();
      if (ordinal != null) {
        JsonForm form = fields.form(ordinal);
        if (tape.member(object, ordinal) != JsonTape.ABSENT) {
          throw duplicate(form.path());
        }
        tape.setMember(object, ordinal, value(parser, form));
      } else if (ignoreUnknownFields) {
        parser.skipChildren();
      } else {
        throw unknown(path.isEmpty() ? name : path + "." + name);
      }
    }
    return any;
  }

  private int value(JsonParser parser, JsonForm form) throws IOException {
    return form.isRaw() ? raw(parser) : value(parser, form.fields(), form);
  }

  /** Skips the value and keeps where it stands. */
  private int raw(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return tape.add(Kind.NULL);
    }
    long start = parser.currentTokenLocation().getByteOffset();
    if (start < 0) {
      throw fault("The document is not UTF-8. Convert it.");
    }
    parser.skipChildren();
    parser.finishToken();
    return tape.addRaw((int) start, (int) parser.currentLocation().getByteOffset());
  }

  /**
   * Reads the value at the current token.
   *
   * @param fields of the objects in a STRUCT; null where no object is expected
   */
  private int value(JsonParser parser, @Nullable JsonFields fields, JsonForm form)
      throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NULL -> tape.add(Kind.NULL);
      case VALUE_TRUE -> tape.add(Kind.TRUE);
      case VALUE_FALSE -> tape.add(Kind.FALSE);
      case VALUE_STRING -> tape.addText(Kind.STRING, parser.getText());
      case VALUE_NUMBER_FLOAT -> tape.addText(Kind.DECIMAL, parser.getText());
      case VALUE_NUMBER_INT ->
          parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? tape.addText(Kind.LARGE_INTEGER, parser.getText())
              : tape.addInteger(parser.getLongValue());
      case START_ARRAY -> array(parser, form);
      case START_OBJECT -> {
        int object = tape.add(Kind.OBJECT);
        if (fields == null) {
          parser.skipChildren();
        } else {
          boolean unused = object(parser, object, fields, form.path());
        }
        yield object;
      }
      case END_ARRAY, END_OBJECT, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new AssertionError(parser.currentToken());
    };
  }

  /** Elements are chained first: how many there are shows at the end. */
  private int array(JsonParser parser, JsonForm form) throws IOException {
    int array = tape.add(Kind.ARRAY);
    JsonForm elementForm = form.element();
    int first = END;
    int last = END;
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      int element = value(parser, elementForm);
      if (element >= next.length) {
        next = Arrays.copyOf(next, Math.max(2 * next.length, element + 1));
      }
      next[element] = END;
      if (last == END) {
        first = element;
      } else {
        next[last] = element;
      }
      last = element;
      count++;
    }
    tape.reserveMembers(array, count);
    int element = first;
    for (int i = 0; i < count; i++) {
      tape.setMember(array, i, element);
      element = next[element];
    }
    return array;
  }

  private static RowFaultException duplicate(String path) {
    return new RowFaultException(
        path,
        "The document has field '"
            + path
            + "' twice, or in two spellings that differ by case. Send it once.");
  }

  private static RowFaultException unknown(String path) {
    return fault(
        "The document has a field '"
            + path
            + "' that the schema lacks. Add it to the schema, or let unknown fields be ignored.");
  }

  static RowFaultException fault(String message) {
    return new RowFaultException(new RowFault(ErrorCode.ROW_INVALID, null, message));
  }
}
