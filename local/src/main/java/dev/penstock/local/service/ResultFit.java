package dev.penstock.local.service;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.decode.FileValue;
import dev.penstock.local.decode.RowFaultException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows of a query's result fit the columns that they go into: NOT NULL is checked, and
 * parameters of types, which results do not have (SQ-015, SQ-017). Immutable.
 */
final class ResultFit {
  private final List<Field> columns;
  private final List<FileValue> values = new ArrayList<>();

  ResultFit(List<Field> columns) {
    this.columns = columns;
    columns.forEach(column -> values.add(new FileValue(column)));
  }

  /**
   * The row as the columns take it.
   *
   * @throws ServiceException 400 invalidQuery for a value that does not fit
   */
  @Nullable Object[] of(List<@Nullable Object> row) {
    @Nullable Object[] fitted = new @Nullable Object[columns.size()];
    for (int i = 0; i < fitted.length; i++) {
      fitted[i] = of(i, row.get(i));
    }
    return fitted;
  }

  private @Nullable Object of(int position, @Nullable Object value) {
    Field column = columns.get(position);
    if (value == null) {
      if (column.mode() == Mode.REQUIRED) {
        throw ServiceException.invalidQuery("Required field cannot be null: " + column.name());
      }
      return null;
    }
    try {
      if (column.precision() != null && value instanceof BigDecimal number) {
        return values.get(position).ofDecimal(number);
      }
      if (column.maxLength() != null && value instanceof String text) {
        return values.get(position).ofString(text);
      }
      return column.maxLength() != null && value instanceof byte[] bytes
          ? values.get(position).ofBytes(bytes)
          : value;
    } catch (RowFaultException e) {
      throw ServiceException.invalidQuery(String.valueOf(e.getMessage()));
    }
  }
}
