package dev.penstock.local.sql;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.StringJoiner;

/** Functions of texts. */
final class TextFunctions {
  private static final String WORD_ENDS = " \t\n\u000b\f\r[](){}/|<>!?@\"^#$&~_,.:;*%+-";

  /** The digits of A to Z in SOUNDEX; 0 for letters that do not count. */
  private static final String SOUNDEX_CODES = "01230120022455012623010202";

  private TextFunctions() {}

  /** INITCAP; a letter after one of the delimiters begins a word. */
  static String initialCapitals(String text, String delimiters) {
    StringBuilder out = new StringBuilder(text.length());
    boolean start = true;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      out.appendCodePoint(start ? Character.toUpperCase(c) : Character.toLowerCase(c));
      start = delimiters.indexOf(c) >= 0;
      i += Character.charCount(c);
    }
    return out.toString();
  }

  static String initialCapitals(String text) {
    return initialCapitals(text, WORD_ENDS);
  }

  /** NORMALIZE to NFC, NFD, NFKC or NFKD. */
  static String normalize(String text, String form) {
    return Normalizer.normalize(text, Normalizer.Form.valueOf(form));
  }

  /** SOUNDEX: the first letter and three digits. */
  static String soundex(String text) {
    StringBuilder out = new StringBuilder();
    char last = ' ';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char letter = c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c;
      if (letter < 'A' || letter > 'Z') {
        continue;
      }
      char code = SOUNDEX_CODES.charAt(letter - 'A');
      if (out.length() == 0) {
        out.append(c);
      } else if (code >= '1' && code != last && out.length() < 4) {
        out.append(code);
      }
      last = code == '0' ? last : code;
    }
    return out.length() == 0 ? "" : out.append("0".repeat(4 - out.length())).toString();
  }

  /** NORMALIZE_AND_CASEFOLD. */
  static String normalizeAndFold(String text, String form) {
    StringBuilder folded = new StringBuilder();
    text.codePoints().forEach(c -> folded.append(CaseFolding.fold(c)));
    return normalize(folded.toString(), form);
  }

  /** INSTR: where an occurrence begins; from a position on, or backwards from the end. */
  static long position(String text, String part, long position, long occurrence) {
    if (position == 0 || occurrence < 1) {
      throw new IllegalArgumentException(
          position == 0 ? "Position must be non-zero" : "Occurrence must be positive");
    }
    int[] all = text.codePoints().toArray();
    int[] sought = part.codePoints().toArray();
    if (sought.length == 0) {
      throw new IllegalArgumentException(
          "not supported by Penstock local: SQL INSTR of an empty text from a position");
    }
    int step = position > 0 ? 1 : -1;
    long left = occurrence;
    for (long i = position > 0 ? position - 1 : all.length + position;
        i >= 0 && i < all.length;
        i += step) {
      int at = (int) i;
      boolean found =
          at + sought.length <= all.length
              && Arrays.equals(all, at, at + sought.length, sought, 0, sought.length);
      left -= found ? 1 : 0;
      if (left == 0) {
        return i + 1;
      }
    }
    return 0;
  }

  /** FROM_BASE64, which skips spaces and adds what is missing at the end; as hexadecimal text. */
  static String fromBase64(String text) {
    try {
      return HexFormat.of().formatHex(Base64.getDecoder().decode(text.replaceAll("\\s", "")));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("Failed to decode invalid base64 string: " + text, e);
    }
  }

  /** EDIT_DISTANCE of two texts, at most a number. */
  static long editDistance(String left, String right, long max) {
    if (max < 0) {
      throw new IllegalArgumentException("max_distance must be non-negative");
    }
    int[] a = left.codePoints().toArray();
    int[] b = right.codePoints().toArray();
    int[] row = new int[b.length + 1];
    for (int j = 0; j <= b.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length; i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length; j++) {
        int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return Math.min(max, row[b.length]);
  }

  /** The code points of a text as a JSON array. */
  static String codePoints(String text) {
    StringJoiner numbers = new StringJoiner(",", "[", "]");
    text.codePoints().forEach(c -> numbers.add(Integer.toString(c)));
    return numbers.toString();
  }

  /** The text of comma-separated code points. */
  static String ofCodePoints(String numbers) {
    StringBuilder out = new StringBuilder();
    for (String number : numbers.isEmpty() ? new String[0] : numbers.split(",")) {
      long c = Long.parseLong(number);
      boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
      if (c < 0 || c > Character.MAX_CODE_POINT || surrogate) {
        throw new IllegalArgumentException("Invalid codepoint " + c);
      }
      out.appendCodePoint((int) c);
    }
    return out.toString();
  }

  /** The bytes of comma-separated numbers, as hexadecimal text. */
  static String ofBytes(String numbers) {
    StringBuilder hex = new StringBuilder();
    for (String number : numbers.isEmpty() ? new String[0] : numbers.split(",")) {
      long b = Long.parseLong(number);
      if (b < 0 || b > 255) {
        throw new IllegalArgumentException("Invalid extended ASCII code points " + b);
      }
      hex.append(String.format(Locale.ROOT, "%02x", b));
    }
    return hex.toString();
  }

  /** The text of UTF-8 bytes, bad ones replaced. */
  static String decodeLeniently(String hex) {
    return Utf8Repair.decode(HexFormat.of().parseHex(hex));
  }

  /** The text of UTF-8 bytes. */
  static String decode(String hex) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(HexFormat.of().parseHex(hex)))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("Invalid cast of bytes to UTF8 string", e);
    }
  }

  /** The part of a text from one of its pieces on. */
  static String splitSubstr(String text, String delimiter, long first, long count) {
    if (delimiter.isEmpty()) {
      throw new IllegalArgumentException("The delimiter of SPLIT_SUBSTR must not be empty");
    }
    if (count < 0) {
      throw new IllegalArgumentException("The count of SPLIT_SUBSTR must be non-negative");
    }
    String[] pieces = text.split(java.util.regex.Pattern.quote(delimiter), -1);
    long from = first < 0 ? Math.max(0, pieces.length + first) : Math.max(0, first - 1);
    StringJoiner out = new StringJoiner(delimiter);
    for (long i = from; i < pieces.length && i - from < count; i++) {
      out.add(pieces[(int) i]);
    }
    return out.toString();
  }
}
