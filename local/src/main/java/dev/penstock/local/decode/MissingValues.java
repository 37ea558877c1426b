package dev.penstock.local.decode;

import com.google.cloud.bigquery.storage.v1.AppendRowsRequest.MissingValueInterpretation;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What a field that a row lacks means (WA-155 to WA-157). Immutable. */
public final class MissingValues {
  private final Map<String, MissingValueInterpretation> columns = new HashMap<>();
  private final MissingValueInterpretation other;

  /**
   * The interpretations of a request.
   *
   * @param columns by top-level column
   * @param other for all other columns
   */
  public MissingValues(
      Map<String, MissingValueInterpretation> columns, MissingValueInterpretation other) {
    columns.forEach(
        (name, interpretation) -> this.columns.put(name.toLowerCase(Locale.ROOT), interpretation));
    this.other = other;
  }

  boolean isDefault(String column) {
    return columns.getOrDefault(column.toLowerCase(Locale.ROOT), other)
        == MissingValueInterpretation.DEFAULT_VALUE;
  }
}
