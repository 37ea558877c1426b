package dev.penstock.cli.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.penstock.cli.column.ColumnNames;
import dev.penstock.cli.column.ColumnNames.SourceName;
import dev.penstock.cli.column.JsonEvidence;
import dev.penstock.cli.column.SettledColumns;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ServiceLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Gathers what the values of every key look like, document by document. One owner thread. */
final class JsonScan {
  private final JsonFactory factory =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();
  private final TextFile file;
  private final SettledColumns settled;
  private final Map<String, JsonEvidence> keys = new LinkedHashMap<>();
  private final Set<String> settledKeys = new HashSet<>();
  private final CharacterRange view = new CharacterRange();

  /** The keys of the objects that are being read, outermost first; the sets are reused. */
  private final List<Set<String>> nested = new ArrayList<>();

  private long line;
  private long rows;

  JsonScan(TextFile file, SettledColumns settled) {
    this.file = file;
    this.settled = settled;
  }

  /** The evidence of each key, in the order in which they came up. */
  Map<String, JsonEvidence> keys() {
    return keys;
  }

  long rows() {
    return rows;
  }

  /**
   * Reads a document.
   *
   * @throws IngestException ROW_INVALID when the line is not one object, or has a key twice
   */
  void read(LineInput lines) {
    line = lines.line();
    try (JsonParser parser = factory.createParser(lines.array(), 0, lines.length())) {
      document(parser);
    } catch (StreamConstraintsException e) {
      throw fault("nests deeper, or has longer numbers or keys, than can be read. Simplify it.");
    } catch (JsonProcessingException e) {
      int column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
      throw fault(
          "is no JSON"
              + (column > 0 ? " from column " + column + " on" : "")
              + ". Put one whole object on each line.");
    } catch (IOException e) {
      // From bytes in memory: they are of no encoding that JSON has.
      throw fault("is no UTF-8. Convert the file.");
    }
    rows++;
  }

  private void document(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw fault("is no JSON object. Put one object on each line.");
    }
    boolean any = false;
    for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
      any = true;
      JsonEvidence seen = evidence(key);
      if (seen.isSecondIn(line)) {
        throw twice(key);
      }
      parser.nextToken();
      value(parser, key, seen);
    }
    if (!any) {
      throw fault("is an object without keys. Give it at least one.");
    }
    if (parser.nextToken() != null) {
      throw fault("has something behind its object. Put one object on each line.");
    }
  }

  private JsonEvidence evidence(String key) {
    JsonEvidence known = keys.get(key);
    if (known != null) {
      return known;
    }
    if (keys.size() == ServiceLimits.TABLE_COLUMNS.value()) {
      throw fault(
          "brings key number "
              + (keys.size() + 1)
              + ", and a table has at most "
              + keys.size()
              + " columns. Nest them in one object, which becomes a JSON column.");
    }
    String name = ColumnNames.of(List.of(new SourceName(key, "line " + line))).get(0);
    if (settled.find(name, key).isPresent()) {
      settledKeys.add(key);
    }
    JsonEvidence added = new JsonEvidence(line);
    keys.put(key, added);
    return added;
  }

  private void value(JsonParser parser, String key, JsonEvidence seen) throws IOException {
    switch (parser.currentToken()) {
      case VALUE_NULL -> seen.addNull();
      case START_OBJECT -> {
        seen.addObject(line);
        walk(parser);
      }
      case START_ARRAY -> {
        seen.addArray();
        elements(parser, seen);
      }
      case VALUE_TRUE, VALUE_FALSE -> seen.scalar(line).addBool(line);
      case VALUE_STRING -> {
        if (settledKeys.contains(key)) {
          seen.scalar(line).addSettled(text(parser));
        } else {
          seen.scalar(line).addString(text(parser), line);
        }
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> seen.scalar(line).addNumber(text(parser), line);
      case END_ARRAY, END_OBJECT, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new AssertionError(parser.currentToken());
    }
  }

  private void elements(JsonParser parser, JsonEvidence seen) throws IOException {
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      switch (token) {
        case VALUE_NULL -> seen.addNullElement(line);
        case VALUE_TRUE, VALUE_FALSE -> seen.addBoolElement(line);
        case VALUE_STRING -> seen.addStringElement(text(parser), line);
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> seen.addNumberElement(text(parser), line);
        case START_OBJECT, START_ARRAY -> {
          seen.addNestedElement(line);
          walk(parser);
        }
        case END_ARRAY, END_OBJECT, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
            throw new AssertionError(token);
      }
    }
  }

  /** Goes to the end of a container and looks for keys that stand twice in one object. */
  private void walk(JsonParser parser) throws IOException {
    int depth = 0;
    open(depth++);
    while (depth > 0) {
      JsonToken token = parser.nextToken();
      if (token == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        if (!nested.get(depth - 1).add(key)) {
          throw twice(key);
        }
      } else if (token.isStructStart()) {
        open(depth++);
      } else if (token.isStructEnd()) {
        depth--;
      }
    }
  }

  private void open(int depth) {
    if (depth == nested.size()) {
      nested.add(new HashSet<>());
    } else {
      nested.get(depth).clear();
    }
  }

  private CharSequence text(JsonParser parser) throws IOException {
    return view.on(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
  }

  private IngestException twice(String key) {
    return fault("has the key '" + key + "' twice in one object. Send it once.");
  }

  private IngestException fault(String problem) {
    return file.fault(line, problem);
  }
}
