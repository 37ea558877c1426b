package dev.penstock.flink.sink;

import java.io.Serial;
import java.io.Serializable;
import org.apache.flink.annotation.PublicEvolving;

/** What may be changed about the schema of a table that exists. Immutable. */
@PublicEvolving
public final class SchemaUpdateOptions implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private final boolean allowNewFields;
  private final boolean allowFieldRelaxation;

  private SchemaUpdateOptions(boolean allowNewFields, boolean allowFieldRelaxation) {
    this.allowNewFields = allowNewFields;
    this.allowFieldRelaxation = allowFieldRelaxation;
  }

  /** Nothing allowed. */
  public static Builder builder() {
    return new Builder();
  }

  boolean allowsNewFields() {
    return allowNewFields;
  }

  boolean allowsFieldRelaxation() {
    return allowFieldRelaxation;
  }

  /** Collects options. One owner thread. */
  public static final class Builder {
    private boolean allowNewFields;
    private boolean allowFieldRelaxation;

    private Builder() {}

    /** Adds columns that rows carry and the table lacks, as NULLABLE; default off. */
    public Builder allowNewFields() {
      allowNewFields = true;
      return this;
    }

    /**
     * Makes REQUIRED columns NULLABLE that rows may leave empty, nested ones too, and all outside
     * the key of a change table; default off.
     */
    public Builder allowFieldRelaxation() {
      allowFieldRelaxation = true;
      return this;
    }

    /** The options. */
    public SchemaUpdateOptions build() {
      return new SchemaUpdateOptions(allowNewFields, allowFieldRelaxation);
    }
  }
}
