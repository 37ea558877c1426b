package dev.penstock.testkit.tap;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row that a server acknowledged. Immutable.
 *
 * @param table the table id
 * @param changeType the text of {@code _CHANGE_TYPE}; null for a plain row
 * @param sequenceNumber the text of {@code _CHANGE_SEQUENCE_NUMBER}; null if the row has none
 * @param values the fields on the wire by name, without the two above, in their wire types; a field
 *     that was not sent is missing
 */
public record AppendedRow(
    String table,
    @Nullable String changeType,
    @Nullable String sequenceNumber,
    Map<String, Object> values) {
  /** Copies the values. */
  public AppendedRow {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }
}
