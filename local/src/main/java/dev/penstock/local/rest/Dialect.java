package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.penstock.local.catalog.ServiceException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** In which SQL a query is written: its first line may say so, else useLegacySql (RT-126). */
final class Dialect {
  private static final Pattern PREFIX =
      Pattern.compile(
          "\\s*#(standard|legacy)SQL[ \\t\\r]*(?:\\n.*)?",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  private Dialect() {}

  /**
   * Refuses legacy SQL.
   *
   * @param query with {@code query} and perhaps {@code useLegacySql}
   * @throws ServiceException 501 for legacy SQL, 400 for a prefix that the option contradicts
   */
  static void requireGoogleSql(JsonNode query) {
    Matcher prefix = PREFIX.matcher(query.path("query").asText());
    boolean isPrefixed = prefix.matches();
    boolean isLegacy =
        isPrefixed
            ? prefix.group(1).equalsIgnoreCase("legacy")
            : query.path("useLegacySql").asBoolean(true);
    boolean told = query.path("useLegacySql").asBoolean(isLegacy);
    if (told != isLegacy) {
      throw ServiceException.invalid(
          "Query text specifies use_legacy_sql:"
              + isLegacy
              + ", while API options specify:"
              + told);
    }
    if (isLegacy) {
      throw ServiceException.notSupported(
          "legacy SQL; set useLegacySql to false, or begin with a line #standardSQL");
    }
  }
}
