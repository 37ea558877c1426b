package dev.penstock.flink.serializer;

import dev.penstock.core.reader.AvroOptions;
import java.io.Serial;
import java.io.Serializable;
import java.util.TreeSet;
import org.apache.flink.annotation.PublicEvolving;

/**
 * How Avro fields become columns. Paths are field names joined by dots, from the root. Immutable.
 */
@PublicEvolving
public final class AvroSchemaOptions implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private final boolean deriveRequiredColumns;
  private final TreeSet<String> jsonFieldPaths;
  private final TreeSet<String> geographyFieldPaths;

  private AvroSchemaOptions(Builder builder) {
    this.deriveRequiredColumns = builder.deriveRequiredColumns;
    this.jsonFieldPaths = new TreeSet<>(builder.jsonFieldPaths);
    this.geographyFieldPaths = new TreeSet<>(builder.geographyFieldPaths);
  }

  /** Nothing set: NULLABLE columns, no marked fields. */
  public static Builder builder() {
    return new Builder();
  }

  AvroOptions toEngine() {
    return new AvroOptions(deriveRequiredColumns, jsonFieldPaths, geographyFieldPaths);
  }

  /** Collects options. One owner thread. */
  public static final class Builder {
    private boolean deriveRequiredColumns;
    private final TreeSet<String> jsonFieldPaths = new TreeSet<>();
    private final TreeSet<String> geographyFieldPaths = new TreeSet<>();

    private Builder() {}

    /** Makes fields that are no union with null REQUIRED columns; default off. */
    public Builder deriveRequiredColumns() {
      deriveRequiredColumns = true;
      return this;
    }

    /** Makes a string field a JSON column. */
    public Builder jsonFieldPath(String path) {
      jsonFieldPaths.add(path);
      return this;
    }

    /** Makes a string field a GEOGRAPHY column. */
    public Builder geographyFieldPath(String path) {
      geographyFieldPaths.add(path);
      return this;
    }

    /** The options. */
    public AvroSchemaOptions build() {
      return new AvroSchemaOptions(this);
    }
  }
}
