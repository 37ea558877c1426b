package dev.penstock.local.sql;

import com.google.zetasql.SqlException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the analyzer calls unknown because this server leaves it out: functions that the service
 * documents and the analyzer lacks, those that make tables (SQ-064) among them, and statements
 * whose table or kind of object it looks for, such as LOAD DATA (SQ-066). Immutable.
 */
final class LeftOut {
  private static final String RESOURCE = "documented-functions.txt";
  private static final Pattern FUNCTION =
      Pattern.compile(
          "(Table-valued f|F)unction not found: (?:SAFE\\.)?((?:`?\\w+`?\\.)?`?\\w+`?).*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?:\\s|--[^\\n]*\\n|#[^\\n]*\\n|/\\*.*?\\*/)*(LOAD\\s+DATA|(?:CREATE|ALTER|DROP)(?:"
              + "\\s+OR\\s+REPLACE)?\\s+(?:ROW\\s+ACCESS\\s+POLICY|RESERVATION|CAPACITY|ASSIGNMENT"
              + "|BI_CAPACITY|ORGANIZATION|PROJECT|DATA_POLICY))\\b.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern PARTITION =
      Pattern.compile(
          "Cannot (\\w+) value on non-writable column: `?(_PARTITION(?:TIME|DATE))\\b.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final Set<String> documented;

  private LeftOut(Set<String> documented) {
    this.documented = documented;
  }

  static LeftOut load() {
    try (InputStream in =
        Objects.requireNonNull(LeftOut.class.getResourceAsStream(RESOURCE), RESOURCE)) {
      return new LeftOut(
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .collect(Collectors.toUnmodifiableSet()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The functions that the service documents. */
  Set<String> documented() {
    return documented;
  }

  /** The name of what a refused statement needs; empty when it is only wrong. */
  Optional<String> find(String sql, SqlException refusal) {
    Matcher function = FUNCTION.matcher(String.valueOf(refusal.getMessage()));
    if (function.matches()) {
      String name = function.group(2).replace("`", "").toUpperCase(Locale.ROOT);
      boolean makesTable = function.group(1).length() > 1;
      return documented.contains(name) || name.startsWith("AI.") || name.startsWith("ML.")
          ? Optional.of((makesTable ? "SQL table function " : "SQL function ") + name)
          : Optional.empty();
    }
    Matcher partition = PARTITION.matcher(String.valueOf(refusal.getMessage()));
    if (partition.matches()) {
      return Optional.of("SQL " + partition.group(1) + " of a value for " + partition.group(2));
    }
    // The analyzer checks FORMAT's arguments, but knows no RANGE there.
    if (String.valueOf(refusal.getMessage()).contains("MakeValueAsStringSetter: RANGE")) {
      return Optional.of("SQL FORMAT of a RANGE");
    }
    Matcher statement = STATEMENT.matcher(sql);
    return statement.matches()
        ? Optional.of(
            "SQL statement "
                + statement
                    .group(1)
                    .toUpperCase(Locale.ROOT)
                    .replaceAll("\\s+(?:OR\\s+REPLACE\\s+)?", " "))
        : Optional.empty();
  }
}
