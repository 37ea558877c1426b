package dev.penstock.testkit.types;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Source types with the BigQuery column that is made for each, and values with what is read back.
 * Immutable.
 */
public record ConnectTypes(List<Case> cases) {
  /** Copies the cases. */
  public ConnectTypes {
    cases = List.copyOf(cases);
  }

  /**
   * A source type.
   *
   * @param name a legal column name
   * @param schema the source's schema of a value; for Connect in the form of its JSON converter
   * @param column type and mode of the column, for example {@code TIMESTAMP NULLABLE}
   */
  public record Case(String name, JsonNode schema, String column, List<Value> values) {
    /** Copies the values. */
    public Case {
      values = List.copyOf(values);
    }
  }

  /**
   * A value.
   *
   * @param written as the source's schema has it; bytes in base64, decimals and floating-point
   *     numbers as texts
   * @param read the text of what is read back: ISO dates and times, hexadecimal bytes, decimals in
   *     plain digits
   */
  public record Value(JsonNode written, String read) {}

  /** The types of Kafka Connect and Debezium. */
  public static ConnectTypes ofConnect() {
    JsonMapper json =
        JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
    try (InputStream file = ConnectTypes.class.getResourceAsStream("connect-types.json")) {
      List<Case> cases = new ArrayList<>();
      json.readTree(file).required("cases").forEach(node -> cases.add(read(node)));
      return new ConnectTypes(cases);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Case read(JsonNode node) {
    List<Value> values = new ArrayList<>();
    for (JsonNode pair : node.required("values")) {
      values.add(new Value(pair.required(0), pair.required(1).textValue()));
    }
    return new Case(
        node.required("name").textValue(),
        node.required("schema"),
        node.required("column").textValue(),
        values);
  }
}
