package dev.penstock.core.encode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;

/** Tells whether a text is one JSON document. */
final class JsonSyntax {
  private static final int MAX_LEVELS = 500;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_LEVELS)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private JsonSyntax() {}

  static boolean isDocument(String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      boolean any = parser.nextToken() != null;
      parser.skipChildren();
      return any && parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }
}
