package dev.penstock.local.sql;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names of columns as statements write them.
 *
 * @see <a href="https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical">Lexical
 *     structure</a>
 */
final class SqlIdentifier {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private static final Set<String> RESERVED =
      Set.of(
          ("ALL AND ANY ARRAY AS ASC ASSERT_ROWS_MODIFIED AT BETWEEN BY CASE CAST COLLATE CONTAINS"
                  + " CREATE CROSS CUBE CURRENT DEFAULT DEFINE DESC DISTINCT ELSE END ENUM ESCAPE"
                  + " EXCEPT EXCLUDE EXISTS EXTRACT FALSE FETCH FOLLOWING FOR FROM FULL GROUP"
                  + " GROUPING GROUPS HASH HAVING IF IGNORE IN INNER INTERSECT INTERVAL INTO IS"
                  + " JOIN LATERAL LEFT LIKE LIMIT LOOKUP MERGE NATURAL NEW NO NOT NULL NULLS OF ON"
                  + " OR ORDER OUTER OVER PARTITION PRECEDING PROTO QUALIFY RANGE RECURSIVE RESPECT"
                  + " RIGHT ROLLUP ROWS SELECT SET SOME STRUCT TABLESAMPLE THEN TO TREAT TRUE"
                  + " UNBOUNDED UNION UNNEST USING WHEN WHERE WINDOW WITH WITHIN")
              .split(" ", -1));

  private SqlIdentifier() {}

  /** A name, in backquotes where it would be something else without. */
  static String of(String name) {
    return PLAIN.matcher(name).matches() && !RESERVED.contains(name.toUpperCase(Locale.ROOT))
        ? name
        : "`" + name + "`";
  }
}
