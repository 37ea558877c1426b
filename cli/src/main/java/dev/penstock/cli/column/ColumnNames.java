package dev.penstock.cli.column;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Names;
import dev.penstock.core.model.ServiceLimits;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The one rule that makes column names of the names in a source. A name of letters, digits and
 * underscores stays as it is; accents are dropped, every other character becomes an underscore, and
 * one is put before a leading digit. Two names that become one are refused.
 */
public final class ColumnNames {
  private ColumnNames() {}

  /**
   * A name in a source.
   *
   * @param position where it first stands, for messages: {@code header cell 3}
   */
  public record SourceName(String name, String position) {}

  /**
   * The column names for the names of a source, in their order. A name that is blank becomes {@code
   * column_N}, counted from 1.
   *
   * @throws IngestException SCHEMA_MISMATCH for a name that no column can have, and for two that
   *     become the same column
   */
  public static List<String> of(List<SourceName> names) {
    List<String> columns = new ArrayList<>(names.size());
    Map<String, SourceName> taken = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      SourceName name = names.get(i);
      String column = name.name().isBlank() ? "column_" + (i + 1) : legal(name.name());
      refuseUnfit(name, column);
      SourceName other = taken.put(Names.fold(column), name);
      if (other != null) {
        throw refusal(
            quoted(other)
                + " and "
                + quoted(name)
                + " both become column '"
                + column
                + "': BigQuery tells names apart neither by case nor by signs. Rename one of them.");
      }
      columns.add(column);
    }
    return columns;
  }

  /** The name in letters, digits and underscores. */
  public static String legal(String name) {
    String plain = Normalizer.normalize(name.strip(), Normalizer.Form.NFD);
    StringBuilder legal = new StringBuilder(plain.length());
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      if (isLegal(c)) {
        legal.append(c);
      } else if (Character.getType(c) != Character.NON_SPACING_MARK
          && !Character.isLowSurrogate(c)) {
        legal.append('_');
      }
    }
    boolean digitFirst = legal.length() > 0 && Character.isDigit(legal.charAt(0));
    return digitFirst ? "_" + legal : legal.toString();
  }

  private static boolean isLegal(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  private static void refuseUnfit(SourceName name, String column) {
    int limit = ServiceLimits.COLUMN_NAME_CHARACTERS.intValue();
    if (column.length() > limit) {
      throw refusal(
          "The name at "
              + name.position()
              + " has "
              + column.length()
              + " characters, and a column name has at most "
              + limit
              + ". Shorten it.");
    }
    if (column.chars().allMatch(c -> c == '_')) {
      throw refusal(
          quoted(name)
              + " has no letter or digit that a column name could keep. Give it a name of letters,"
              + " digits and underscores.");
    }
    Names.reservedPrefixOf(column)
        .ifPresent(
            prefix -> {
              throw refusal(
                  quoted(name)
                      + " begins with "
                      + prefix
                      + ", which BigQuery reserves. Rename it.");
            });
  }

  private static String quoted(SourceName name) {
    return "'" + name.name() + "' (" + name.position() + ")";
  }

  private static IngestException refusal(String message) {
    return new IngestException(ErrorCode.SCHEMA_MISMATCH, message);
  }
}
