package dev.penstock.local.catalog;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says what is wrong with a JSON text, in one clause of this server's own words. Immutable. */
public final class JsonFault {
  private static final Pattern DUPLICATE = Pattern.compile("Duplicate field '(.*)'");

  private JsonFault() {}

  /** The clause, such as {@code it ends too early, at line 1, column 2}. */
  public static String of(JsonProcessingException fault) {
    JsonLocation location = fault.getLocation();
    String at =
        location == null || location.getLineNr() < 1
            ? ""
            : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    Matcher duplicate = DUPLICATE.matcher(String.valueOf(fault.getOriginalMessage()));
    if (duplicate.lookingAt()) {
      return "member " + duplicate.group(1) + " comes twice," + at;
    }
    return fault instanceof JsonEOFException
        ? "it ends too early," + at
        : "the text" + at + " is no JSON";
  }
}
