package dev.penstock.core.reader;

/**
 * How JSON documents are read. Immutable.
 *
 * @param ignoreUnknownFields whether a field without a column is left out; else its row is rejected
 * @param notation what values mean
 */
public record JsonOptions(boolean ignoreUnknownFields, Notation notation) {
  /** Unknown fields are refused, values are as Google's JSON writer takes them. */
  public static final JsonOptions DEFAULTS = new JsonOptions(false);

  /** What the values of documents mean. */
  public enum Notation {
    /**
     * As Google's JSON writer takes them: a DATE may be a number of days, BYTES are an array of
     * numbers, a JSON column takes a string that holds JSON.
     */
    WRITER,
    /**
     * As the document says: numbers exactly as written, dates and times in ISO-8601, BYTES in
     * base64, and a JSON column takes any value as it stands.
     */
    PLAIN;

    JsonNotation reading() {
      return this == WRITER ? new JsonWriterNotation() : new JsonPlainNotation();
    }
  }

  /** Options for documents as Google's JSON writer takes them. */
  public JsonOptions(boolean ignoreUnknownFields) {
    this(ignoreUnknownFields, Notation.WRITER);
  }
}
