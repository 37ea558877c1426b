package dev.penstock.flink.serializer;

import dev.penstock.core.reader.JsonOptions;
import java.io.Serial;
import java.io.Serializable;
import org.apache.flink.annotation.PublicEvolving;

/** How JSON documents are read. Immutable. */
@PublicEvolving
public final class JsonDocumentOptions implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private final boolean ignoreUnknownFields;

  private JsonDocumentOptions(boolean ignoreUnknownFields) {
    this.ignoreUnknownFields = ignoreUnknownFields;
  }

  /** Nothing set: a field without a column fails its record. */
  public static Builder builder() {
    return new Builder();
  }

  JsonOptions toEngine() {
    return new JsonOptions(ignoreUnknownFields);
  }

  /** Collects options. One owner thread. */
  public static final class Builder {
    private boolean ignoreUnknownFields;

    private Builder() {}

    /** Leaves fields without a column out; default off. */
    public Builder ignoreUnknownFields() {
      ignoreUnknownFields = true;
      return this;
    }

    /** The options. */
    public JsonDocumentOptions build() {
      return new JsonDocumentOptions(ignoreUnknownFields);
    }
  }
}
