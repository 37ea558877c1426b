package dev.penstock.core.publish;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The lines of a journal: flat JSON objects of texts. */
final class JournalFile {
  /** Grows when a line changes its meaning. */
  static final int VERSION = 1;

  static final String SUFFIX = ".journal";
  static final String UNFINISHED_SUFFIX = ".new";

  /** Of journals of appends by streams that are over, for repetitions. */
  static final String KEPT_SUFFIX = ".streams";

  private static final JsonFactory JSON = new JsonFactory();

  private JournalFile() {}

  static String line(Map<String, String> fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      for (Map.Entry<String, String> field : fields.entrySet()) {
        json.writeStringField(field.getKey(), field.getValue());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text + "\n";
  }

  static Map<String, String> fields(String line) throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("a line is no JSON object");
      }
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        String value = json.nextTextValue();
        if (value == null) {
          throw new IOException("the field '" + name + "' of a line is no text");
        }
        fields.put(name, value);
      }
    }
    return fields;
  }
}
