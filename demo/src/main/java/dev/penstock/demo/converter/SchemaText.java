package dev.penstock.demo.converter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.apache.kafka.connect.errors.DataException;

/** The JSON text of a schema. */
final class SchemaText {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SchemaText() {}

  static JsonNode parse(byte[] text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new DataException("A record's schema is not the JSON it was written as", e);
    }
  }
}
