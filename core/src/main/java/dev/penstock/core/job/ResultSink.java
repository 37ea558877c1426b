package dev.penstock.core.job;

import dev.penstock.core.model.TableSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the rows of a statement, in order. One owner thread. */
public interface ResultSink {
  /**
   * The columns of the rows; called once, before the first row, and not for a statement without.
   */
  void columns(TableSchema schema);

  /**
   * One row.
   *
   * @param values in the order of the columns: a text for a scalar (microseconds since 1970 for a
   *     TIMESTAMP, base64 for BYTES), a list of such values for an array and for a struct, null for
   *     NULL
   */
  void row(List<@Nullable Object> values);
}
