package dev.penstock.core.encode;

import java.util.List;

/**
 * What a row reader yields, field by field in ordinal order. An edge makes one instance per schema
 * of its framework and reuses it: plans are looked up by identity. Immutable.
 */
public final class SourceSchema {
  private final List<SourceField> fields;

  /** A schema of these fields; a field's position is its ordinal. */
  public SourceSchema(List<SourceField> fields) {
    this.fields = List.copyOf(fields);
  }

  /** The fields in ordinal order. */
  public List<SourceField> fields() {
    return fields;
  }

  @Override
  public String toString() {
    return "SourceSchema" + fields;
  }
}
