package dev.penstock.local.grpc;

import dev.penstock.local.catalog.TableId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a write stream; the default stream has two spellings (WA-006, WA-007). Immutable.
 *
 * @param stream the id, {@code _default} for the default stream
 */
record StreamName(TableId table, String stream) {
  private static final Pattern NAME =
      Pattern.compile(
          "projects/([^/]+)/datasets/([^/]+)/tables/([^/]+)(?:/(_default)|/streams/([^/]+))?");

  static Optional<StreamName> parse(String text) {
    Matcher parts = NAME.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    TableId table = new TableId(parts.group(1), parts.group(2), parts.group(3));
    String stream = parts.group(4) == null ? parts.group(5) : parts.group(4);
    return Optional.of(new StreamName(table, stream == null ? "_default" : stream));
  }

  /** The default stream of a table, from the table's name alone. */
  static Optional<StreamName> parseTable(String text) {
    return text.contains("/streams/") || text.endsWith("/_default")
        ? Optional.empty()
        : parse(text);
  }

  StreamName withStream(String id) {
    return new StreamName(table, id);
  }

  boolean isDefault() {
    return stream.equals("_default");
  }

  /** {@code projects/p/datasets/d/tables/t}. */
  String tableName() {
    return "projects/"
        + table.project()
        + "/datasets/"
        + table.dataset()
        + "/tables/"
        + table.table();
  }

  /** The long spelling, which responses use (WA-008). */
  @Override
  public String toString() {
    return tableName() + "/streams/" + stream;
  }
}
