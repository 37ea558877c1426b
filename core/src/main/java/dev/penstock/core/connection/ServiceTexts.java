package dev.penstock.core.connection;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The only place that reads message texts of the service, for what it tells in no code. Every rule
 * names the fact that shows the text. Immutable.
 */
public final class ServiceTexts {
  /** WA-195: a table that is absent, or that the caller may not see. */
  private static final String MAY_NOT_EXIST = "may not exist";

  /** WA-196, WA-198. */
  private static final List<String> TABLE_GONE =
      List.of("is re-created", "table is deleted", "not found: table");

  /** WA-104, WA-105: backends that omit SCHEMA_MISMATCH_EXTRA_FIELDS. */
  private static final List<String> EXTRA_FIELDS =
      List.of(
          "schema_mismatch_extra_field",
          "has more fields than bigquery schema",
          "extra proto fields: '");

  /** WA-104: the same text with nothing between the quotes has another cause. */
  private static final String NO_EXTRA_FIELDS = "extra proto fields: ''";

  /** RA-029: how a transport fault within INTERNAL shows. */
  private static final List<String> TRANSPORT =
      List.of("rst_stream", "rst stream", "received unexpected eos");

  /** RA-028: the session of a stream that is read is over. */
  private static final String READ_EXPIRED = "stream expired";

  /** RT-009. */
  private static final String DATASET = "not found: dataset";

  /** WA-065. */
  private static final Pattern ENTITY = Pattern.compile("\\s*Entity: \\S+\\s*$");

  /** WA-089, WA-090. */
  private static final Pattern FIELD =
      Pattern.compile("(?:^Field ([^:]+):)|(?: on field ([\\w.]+?)\\.?$)");

  /** Values that the service repeats: quoted text and long numbers. */
  private static final Pattern VALUE =
      Pattern.compile("'[^']*'|\"[^\"]*\"|(?<![\\w(])-?\\d{5,}(?:\\.\\d+)?");

  private ServiceTexts() {}

  static boolean masksAbsence(String message) {
    return fold(message).contains(MAY_NOT_EXIST);
  }

  static boolean tellsTableGone(String message) {
    String folded = fold(message);
    return TABLE_GONE.stream().anyMatch(folded::contains);
  }

  static boolean tellsExtraFields(String message) {
    String folded = fold(message);
    return !folded.contains(NO_EXTRA_FIELDS) && EXTRA_FIELDS.stream().anyMatch(folded::contains);
  }

  static boolean tellsTransportFault(String message) {
    String folded = fold(message);
    return TRANSPORT.stream().anyMatch(folded::contains);
  }

  static boolean tellsReadExpired(String message) {
    return fold(message).startsWith(READ_EXPIRED);
  }

  static boolean namesDataset(String message) {
    return fold(message).contains(DATASET);
  }

  static String withoutEntity(String message) {
    return ENTITY.matcher(message).replaceFirst("");
  }

  /** The column that a row error names; null when it names none. */
  public static @Nullable String columnOf(String rowError) {
    Matcher matcher = FIELD.matcher(withoutEntity(rowError));
    String column = null;
    while (matcher.find()) {
      column = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
    }
    return column;
  }

  /** A row error without the values that it repeats from the row. */
  public static String withoutValues(String rowError) {
    return VALUE.matcher(withoutEntity(rowError)).replaceAll("…");
  }

  private static String fold(String message) {
    return message.toLowerCase(Locale.ROOT);
  }
}
