package dev.penstock.demo.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What two contents of one table have in common. Immutable.
 *
 * @param rows rows in either database
 * @param identical rows that are equal in every cell
 * @param differences one line for each other row, and for each key that two rows share
 */
public record TableComparison(String table, int rows, int identical, List<String> differences) {
  private static final int SHOWN_TEXT = 120;

  /** Copies the lines. */
  public TableComparison {
    differences = List.copyOf(differences);
  }

  /** Compares by value. */
  public static TableComparison of(TableContent postgres, TableContent bigQuery) {
    List<String> differences = new ArrayList<>();
    int identical = 0;
    for (Map.Entry<String, List<@Nullable String>> row : postgres.rows().entrySet()) {
      List<@Nullable String> other = bigQuery.rows().get(row.getKey());
      if (other == null) {
        differences.add(postgres.table() + " " + row.getKey() + ": missing in BigQuery");
      } else if (row.getValue().equals(other)) {
        identical++;
      } else {
        differences.add(
            postgres.table() + " " + row.getKey() + ": " + cells(postgres, row.getValue(), other));
      }
    }
    int extra = 0;
    for (String key : bigQuery.rows().keySet()) {
      if (!postgres.rows().containsKey(key)) {
        differences.add(postgres.table() + " " + key + ": only in BigQuery");
        extra++;
      }
    }
    bigQuery
        .repeatedKeys()
        .forEach(key -> differences.add(postgres.table() + " " + key + ": twice in BigQuery"));
    return new TableComparison(
        postgres.table(), postgres.rows().size() + extra, identical, differences);
  }

  private static String cells(
      TableContent content, List<@Nullable String> expected, List<@Nullable String> actual) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < expected.size(); i++) {
      if (!Objects.equals(expected.get(i), actual.get(i))) {
        text.append(text.isEmpty() ? "" : "; ")
            .append(content.columns().get(i))
            .append(" is ")
            .append(shown(actual.get(i)))
            .append(" instead of ")
            .append(shown(expected.get(i)));
      }
    }
    return text.toString();
  }

  private static String shown(@Nullable String text) {
    if (text == null) {
      return "NULL";
    }
    return text.length() <= SHOWN_TEXT ? text : text.substring(0, SHOWN_TEXT) + "…";
  }
}
