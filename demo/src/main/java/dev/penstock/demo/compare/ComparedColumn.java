package dev.penstock.demo.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of a PostgreSQL table and how its values become canonical texts. Immutable.
 *
 * @param repeated whether it is an array; a NULL array equals an empty one, as BigQuery has it
 */
record ComparedColumn(String name, ValueForm form, boolean repeated) {
  private static final String NULL_ARRAY = "[]";

  /** The expression that reads it as text; an array reads as a JSON array of texts. */
  String select() {
    String quoted = "\"" + name + "\"";
    return repeated ? "to_json(" + quoted + "::text[])::text" : form.select(quoted);
  }

  @Nullable String fromPostgres(@Nullable String text) {
    if (!repeated) {
      return text == null ? null : form.fromPostgres(text);
    }
    if (text == null) {
      return NULL_ARRAY;
    }
    List<@Nullable String> elements = new ArrayList<>();
    for (JsonNode element : CanonicalArray.parse(text)) {
      elements.add(element.isNull() ? null : form.fromPostgres(element.asText()));
    }
    return CanonicalArray.text(elements);
  }

  @Nullable String fromBigQuery(JsonNode value) {
    if (!repeated) {
      return value.isNull() ? null : form.fromBigQuery(value.asText());
    }
    List<@Nullable String> elements = new ArrayList<>();
    for (JsonNode element : value) {
      JsonNode inner = element.path("v");
      elements.add(inner.isNull() ? null : form.fromBigQuery(inner.asText()));
    }
    return CanonicalArray.text(elements);
  }

  /** The canonical text of a value as a {@link java.util.List} or one of the JDK's value types. */
  @Nullable String fromTyped(@Nullable Object value) {
    if (value instanceof List<?> list) {
      List<@Nullable String> elements = new ArrayList<>();
      list.forEach(element -> elements.add(element == null ? null : scalar(element)));
      return CanonicalArray.text(elements);
    }
    return value == null ? null : scalar(value);
  }

  private String scalar(Object value) {
    if (value instanceof ByteString bytes) {
      return HexFormat.of().formatHex(bytes.toByteArray());
    }
    if (value instanceof BigDecimal number) {
      return form.fromPostgres(number.toPlainString());
    }
    return form.fromPostgres(value.toString());
  }
}
