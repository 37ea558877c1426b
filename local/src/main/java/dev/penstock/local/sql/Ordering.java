package dev.penstock.local.sql;

import com.google.zetasql.Type;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedOrderByItem;
import com.google.zetasql.resolvedast.ResolvedOrderByItemEnums.NullOrderMode;
import dev.penstock.local.catalog.ServiceException;
import java.util.List;
import java.util.stream.Collectors;

/** ORDER BY in GoogleSQL's order: NULL first, then NaN, then by value (SQ-061). */
final class Ordering {
  private Ordering() {}

  /** The keys of a list; empty for no items. */
  static String keys(List<ResolvedOrderByItem> items) {
    return items.stream().map(Ordering::key).collect(Collectors.joining(", "));
  }

  /** {@code ORDER BY} with its keys; empty for no items. */
  static String clause(List<ResolvedOrderByItem> items) {
    return items.isEmpty() ? "" : " ORDER BY " + keys(items);
  }

  /** One key without the place of NaN, which a RANGE frame with an offset cannot have. */
  static String singleKey(ResolvedOrderByItem item) {
    return value(item) + direction(item);
  }

  private static String key(ResolvedOrderByItem item) {
    if (!item.getColumnRef().getType().isDouble()) {
      return singleKey(item);
    }
    String nanFirst = item.getIsDescending() ? " ASC" : " DESC";
    return "isnan(" + value(item) + ")" + nanFirst + nulls(item) + ", " + singleKey(item);
  }

  private static String value(ResolvedOrderByItem item) {
    if (item.getCollationName() != null) {
      throw ServiceException.notSupported("SQL COLLATE");
    }
    String column = ScanTranslator.name(item.getColumnRef().getColumn());
    Type type = item.getColumnRef().getType();
    if (type.isRange()) {
      // A range without a start comes first, one without an end last.
      return "replace(" + column + ", '[UNBOUNDED', '[')";
    }
    return type.isBigNumeric() ? "bq_bignum_key(" + column + ")" : column;
  }

  private static String direction(ResolvedOrderByItem item) {
    return (item.getIsDescending() ? " DESC" : " ASC") + nulls(item);
  }

  private static String nulls(ResolvedOrderByItem item) {
    boolean first =
        item.getNullOrder() == NullOrderMode.ORDER_UNSPECIFIED
            ? !item.getIsDescending()
            : item.getNullOrder() == NullOrderMode.NULLS_FIRST;
    return first ? " NULLS FIRST" : " NULLS LAST";
  }
}
