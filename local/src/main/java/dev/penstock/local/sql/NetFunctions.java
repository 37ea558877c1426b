package dev.penstock.local.sql;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** NET. functions; addresses come and go as hexadecimal text. */
final class NetFunctions {
  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;
  private static final int IPV6_GROUPS = 8;
  private static final Pattern IPV4 =
      Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
  private static final Pattern GROUP = Pattern.compile("[0-9a-fA-F]{1,4}");
  private static final Pattern AUTHORITY =
      Pattern.compile("\\s*(?:[a-zA-Z][a-zA-Z0-9+.-]*:)?//([^/?#]*).*", Pattern.DOTALL);
  private static final Pattern BARE = Pattern.compile("\\s*([^/?#]*).*", Pattern.DOTALL);

  private NetFunctions() {}

  /** NET.IP_FROM_STRING. */
  static String ipFromString(String text) {
    String hex = safeIpFromString(text);
    if (hex == null) {
      throw new IllegalArgumentException("Invalid IP address: " + text);
    }
    return hex;
  }

  /** NET.SAFE_IP_FROM_STRING. */
  static @Nullable String safeIpFromString(String text) {
    return text.indexOf(':') < 0 ? ipv4(text) : ipv6(text);
  }

  private static @Nullable String ipv4(String text) {
    Matcher matcher = IPV4.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    StringBuilder hex = new StringBuilder();
    for (int group = 1; group <= IPV4_BYTES; group++) {
      String part = matcher.group(group);
      int value = Integer.parseInt(part);
      if (value > 255 || (part.length() > 1 && part.startsWith("0"))) {
        return null;
      }
      hex.append(String.format(Locale.ROOT, "%02x", value));
    }
    return hex.toString();
  }

  private static @Nullable String ipv6(String text) {
    int gap = text.indexOf("::");
    String head = groups(gap < 0 ? text : text.substring(0, gap));
    String tail = gap < 0 ? "" : groups(text.substring(gap + 2));
    if (head == null || tail == null) {
      return null;
    }
    int missing = 2 * IPV6_BYTES - head.length() - tail.length();
    return (gap < 0 ? missing == 0 : missing > 0) ? head + "0".repeat(missing) + tail : null;
  }

  private static @Nullable String groups(String text) {
    if (text.isEmpty()) {
      return "";
    }
    StringBuilder hex = new StringBuilder();
    String[] groups = text.split(":", -1);
    for (int i = 0; i < groups.length; i++) {
      String mapped = i == groups.length - 1 ? ipv4(groups[i]) : null;
      if (mapped != null) {
        hex.append(mapped);
      } else if (GROUP.matcher(groups[i]).matches()) {
        hex.append(String.format(Locale.ROOT, "%04x", Integer.parseInt(groups[i], 16)));
      } else {
        return null;
      }
    }
    return hex.toString();
  }

  /** NET.IP_TO_STRING. */
  static String ipToString(String hex) {
    byte[] bytes = address(hex, "NET.IP_TO_STRING");
    if (bytes.length == IPV4_BYTES) {
      return dotted(bytes, 0);
    }
    if (hex.startsWith("00000000000000000000ffff")
        || (hex.startsWith("0".repeat(24)) && !hex.startsWith("0".repeat(28)))) {
      return (hex.startsWith("ffff", 20) ? "::ffff:" : "::") + dotted(bytes, 12);
    }
    List<Integer> groups = new ArrayList<>();
    for (int i = 0; i < IPV6_GROUPS; i++) {
      groups.add(((bytes[2 * i] & 255) << 8) | (bytes[2 * i + 1] & 255));
    }
    return compressed(groups);
  }

  private static String compressed(List<Integer> groups) {
    int start = -1;
    int length = 1;
    for (int i = 0; i < IPV6_GROUPS; i++) {
      int zeros = i;
      while (zeros < IPV6_GROUPS && groups.get(zeros) == 0) {
        zeros++;
      }
      if (zeros - i > length) {
        start = i;
        length = zeros - i;
      }
    }
    return start < 0
        ? join(groups)
        : join(groups.subList(0, start)) + "::" + join(groups.subList(start + length, IPV6_GROUPS));
  }

  private static String join(List<Integer> groups) {
    return String.join(":", groups.stream().map(Integer::toHexString).toList());
  }

  private static String dotted(byte[] bytes, int from) {
    return (bytes[from] & 255)
        + "."
        + (bytes[from + 1] & 255)
        + "."
        + (bytes[from + 2] & 255)
        + "."
        + (bytes[from + 3] & 255);
  }

  /** NET.IP_NET_MASK. */
  static String netMask(long bytes, long prefix) {
    if (bytes != IPV4_BYTES && bytes != IPV6_BYTES) {
      throw new IllegalArgumentException(
          "The first argument of NET.IP_NET_MASK must be either 4 or 16, not " + bytes);
    }
    return HexFormat.of().formatHex(mask((int) bytes, prefix));
  }

  /** NET.IP_TRUNC. */
  static String truncate(String hex, long prefix) {
    byte[] bytes = address(hex, "NET.IP_TRUNC");
    byte[] mask = mask(bytes.length, prefix);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] &= mask[i];
    }
    return HexFormat.of().formatHex(bytes);
  }

  private static byte[] mask(int length, long prefix) {
    if (prefix < 0 || prefix > 8L * length) {
      throw new IllegalArgumentException(
          "The length of a network prefix must be from 0 to " + 8 * length + ", not " + prefix);
    }
    byte[] mask = new byte[length];
    for (int bit = 0; bit < prefix; bit++) {
      mask[bit / 8] |= (byte) (128 >> bit % 8);
    }
    return mask;
  }

  /** NET.IPV4_FROM_INT64. */
  static String ipv4FromInt64(long value) {
    if (value < Integer.MIN_VALUE || value > 0xffffffffL) {
      throw new IllegalArgumentException(
          "NET.IPV4_FROM_INT64 takes -0x80000000 to 0xFFFFFFFF, not " + value);
    }
    return String.format(Locale.ROOT, "%08x", value & 0xffffffffL);
  }

  /** NET.IPV4_TO_INT64. */
  static long ipv4ToInt64(String hex) {
    if (hex.length() != 2 * IPV4_BYTES) {
      throw new IllegalArgumentException(
          "NET.IPV4_TO_INT64 takes 4 bytes, not " + hex.length() / 2);
    }
    return Long.parseLong(hex, 16);
  }

  /** NET.HOST; null when there is none. */
  static @Nullable String host(String url) {
    Matcher matcher = AUTHORITY.matcher(url);
    String authority;
    if (matcher.matches()) {
      authority = matcher.group(1);
    } else {
      Matcher bare = BARE.matcher(url);
      if (!bare.matches() || bare.group(1).matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*")) {
        return null;
      }
      authority = bare.group(1);
    }
    String host = authority.substring(authority.lastIndexOf('@') + 1).strip();
    int end = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
    String name = end > 0 ? host.substring(0, end) : host;
    return name.isEmpty() ? null : name;
  }

  private static byte[] address(String hex, String function) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    if (bytes.length != IPV4_BYTES && bytes.length != IPV6_BYTES) {
      throw new IllegalArgumentException(function + " takes 4 or 16 bytes, not " + bytes.length);
    }
    return bytes;
  }
}
