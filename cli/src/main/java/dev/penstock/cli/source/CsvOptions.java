package dev.penstock.cli.source;

import dev.penstock.core.model.ServiceLimits;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a CSV file is read. Immutable.
 *
 * @param delimiterGiven whether the user named the delimiter
 * @param quote the quote character; {@link #NO_QUOTE} for none
 * @param charset what the bytes are when no byte order mark tells
 * @param names the names of the columns; empty: the header's
 * @param nullMarker an unquoted cell that is NULL; null for none but the empty one
 * @param maxRowBytes of one row, and so of one cell, in UTF-8
 */
record CsvOptions(
    char delimiter,
    boolean delimiterGiven,
    char quote,
    Charset charset,
    boolean header,
    List<String> names,
    @Nullable String nullMarker,
    Empty empty,
    Empty quotedEmpty,
    ShortRows shortRows,
    LongRows longRows,
    BlankLines blankLines,
    int maxRowBytes) {
  /** Half of a surrogate pair, which no file holds. */
  static final char NO_QUOTE = '\uDC01';

  static final UriOption DELIMITER = new UriOption("delimiter", ",", "one ASCII character, or tab");
  static final UriOption QUOTE = new UriOption("quote", "\"", "one ASCII character, or none");
  static final UriOption ENCODING =
      new UriOption("encoding", "UTF-8", "the name of a character set, as ISO-8859-1");
  static final UriOption HEADER = new UriOption("header", "true", "true or false");
  static final UriOption NAMES =
      new UriOption("names", "of the header", "column names, separated by commas");
  static final UriOption NULL = new UriOption("null", "none", "the text of a NULL cell");
  static final UriOption EMPTY = new UriOption("empty", "null", "null or text");
  static final UriOption QUOTED_EMPTY = new UriOption("quoted-empty", "text", "null or text");
  static final UriOption SHORT_ROWS = new UriOption("short-rows", "refuse", "refuse or null");
  static final UriOption LONG_ROWS = new UriOption("long-rows", "refuse", "refuse or cut");
  static final UriOption BLANK_LINES = new UriOption("blank-lines", "skip", "skip, null or refuse");
  static final UriOption MAX_ROW_BYTES =
      new UriOption("max-row-bytes", "20000000", "1024..100000000");

  static final List<UriOption> ALL =
      List.of(
          DELIMITER,
          QUOTE,
          ENCODING,
          HEADER,
          NAMES,
          NULL,
          EMPTY,
          QUOTED_EMPTY,
          SHORT_ROWS,
          LONG_ROWS,
          BLANK_LINES,
          MAX_ROW_BYTES);

  private static final int LEAST_ROW_BYTES = 1024;
  private static final int MOST_ROW_BYTES = ServiceLimits.LOAD_ROW_BYTES.intValue();

  /** What a cell without characters is. */
  enum Empty {
    NULL,
    TEXT
  }

  /** What happens to a row that lacks cells. */
  enum ShortRows {
    REFUSE,
    /** The cells it lacks are NULL. */
    NULL
  }

  /** What happens to a row with more cells than columns. */
  enum LongRows {
    REFUSE,
    /** The last cells are left out. */
    CUT
  }

  /** What a line without characters is. */
  enum BlankLines {
    SKIP,
    /** A row whose cells are all NULL. */
    NULL,
    REFUSE
  }

  static CsvOptions of(SourceUri uri) {
    UriOptions options = new UriOptions(uri, ALL);
    String names = options.find(NAMES);
    char delimiter = delimiter(options, uri.location());
    char quote = quote(options);
    if (quote == delimiter) {
      throw options.refusal(QUOTE, "the delimiter");
    }
    return new CsvOptions(
        delimiter,
        options.find(DELIMITER) != null,
        quote,
        charset(options),
        options.flag(HEADER),
        names == null ? List.of() : List.of(names.split(",", -1)),
        options.find(NULL),
        options.word(EMPTY, Empty.class),
        options.word(QUOTED_EMPTY, Empty.class),
        options.word(SHORT_ROWS, ShortRows.class),
        options.word(LONG_ROWS, LongRows.class),
        options.word(BLANK_LINES, BlankLines.class),
        options.number(MAX_ROW_BYTES, LEAST_ROW_BYTES, MOST_ROW_BYTES));
  }

  private static char delimiter(UriOptions options, String path) {
    String text = options.find(DELIMITER);
    if (text == null) {
      return path.endsWith(".tsv") || path.endsWith(".tsv.gz") ? '\t' : ',';
    }
    return text.equals("tab") ? '\t' : character(options, DELIMITER, text);
  }

  private static char quote(UriOptions options) {
    String text = options.text(QUOTE);
    return text.equals("none") ? NO_QUOTE : character(options, QUOTE, text);
  }

  private static char character(UriOptions options, UriOption option, String text) {
    if (text.length() != 1
        || text.charAt(0) >= 0x80
        || text.equals("\n")
        || text.equals("\r")
        || text.equals("\0")) {
      throw options.refusal(option, text.strip());
    }
    return text.charAt(0);
  }

  private static Charset charset(UriOptions options) {
    String name = options.find(ENCODING);
    if (name == null) {
      return StandardCharsets.UTF_8;
    }
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw options.refusal(ENCODING, name);
    }
  }
}
