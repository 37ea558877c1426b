package dev.penstock.local.objects;

import dev.penstock.local.catalog.ServiceException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Which names buckets and objects may have, and the order of names. Thread-safe. */
public final class ObjectNames {
  private static final int MAX_BYTES = 1024;
  private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]");
  private static final Pattern ADDRESS = Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+");
  private static final int MAX_LABEL = 63;

  private ObjectNames() {}

  /**
   * Checks the name of a new bucket.
   *
   * @throws ServiceException 400 for one that no bucket can have
   */
  static void checkBucket(String name) {
    boolean bad = !BUCKET.matcher(name).matches() || ADDRESS.matcher(name).matches();
    for (String label : name.split("\\.", -1)) {
      bad |= label.isEmpty() || label.length() > MAX_LABEL;
    }
    if (bad || name.startsWith("goog")) {
      throw ServiceException.invalid("Invalid bucket name: '" + name + "'");
    }
  }

  /**
   * Checks the name of a new object. Everything else is one name, slashes and dots too: no name
   * ever becomes a path.
   *
   * @throws ServiceException 400 for one that no object can have
   */
  public static void checkObject(String name) {
    if (name.isEmpty()) {
      throw new ServiceException(400, "required", "Required parameter is missing: name");
    }
    boolean bad =
        name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES
            || name.indexOf('\n') >= 0
            || name.indexOf('\r') >= 0
            || name.equals(".")
            || name.equals("..")
            || name.startsWith(".well-known/acme-challenge/");
    if (bad) {
      throw ServiceException.invalid(
          "Invalid object name (expected: 1 to 1024 bytes of UTF-8 without line ends, neither \".\""
              + " nor \"..\")");
    }
  }

  /** Compares names by their bytes in UTF-8, as listings are ordered. */
  static int compare(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char left = a.charAt(i);
      char right = b.charAt(i);
      if (left != right) {
        boolean high = Character.isSurrogate(left);
        return high == Character.isSurrogate(right) ? left - right : high ? 1 : -1;
      }
    }
    return a.length() - b.length();
  }
}
