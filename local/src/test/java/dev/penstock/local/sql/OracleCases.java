package dev.penstock.local.sql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The expressions of {@code oracle-cases.txt}: a line with places such as {@code ~i~} is written
 * once for each of many combinations of the values that its pools hold.
 */
final class OracleCases {
  private static final Pattern POOL = Pattern.compile("pool (\\w+) = (.*)");
  private static final Pattern PLACE = Pattern.compile("~([^~]+)~");

  private final Map<String, List<String>> pools = new HashMap<>();
  private final List<String> lines = new ArrayList<>();

  private OracleCases() {}

  static OracleCases load() {
    OracleCases cases = new OracleCases();
    try (InputStream in =
            Objects.requireNonNull(OracleCases.class.getResourceAsStream("oracle-cases.txt"));
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      reader.lines().filter(line -> !line.isBlank() && !line.startsWith("--")).forEach(cases::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return cases;
  }

  private void add(String line) {
    Matcher pool = POOL.matcher(line);
    if (pool.matches()) {
      pools.put(pool.group(1), values(pool.group(2)));
    } else {
      lines.add(line);
    }
  }

  /** The lines as they are written. */
  List<String> lines() {
    return lines;
  }

  /** The expressions, up to a number for each line. */
  List<String> expressions(int perLine) {
    LinkedHashSet<String> expressions = new LinkedHashSet<>();
    lines.forEach(line -> expressions.addAll(expressions(line, perLine)));
    return List.copyOf(expressions);
  }

  private List<String> expressions(String line, int count) {
    List<List<String>> choices = new ArrayList<>();
    Matcher places = PLACE.matcher(line);
    long combinations = 1;
    while (places.find()) {
      List<String> pool = pool(places.group(1));
      choices.add(pool);
      combinations *= pool.size();
    }
    long step = combinations <= count ? 1 : coprime(combinations, combinations * 618 / 1000);
    List<String> expressions = new ArrayList<>();
    for (long i = 0; i < Math.min(count, combinations); i++) {
      expressions.add(expression(line, choices, i * step % combinations));
    }
    return expressions;
  }

  private static String expression(String line, List<List<String>> choices, long index) {
    Matcher places = PLACE.matcher(line);
    StringBuilder out = new StringBuilder();
    long rest = index;
    for (List<String> pool : choices) {
      places.find();
      String value = pool.get((int) (rest % pool.size()));
      places.appendReplacement(out, Matcher.quoteReplacement(value));
      rest /= pool.size();
    }
    return places.appendTail(out).toString();
  }

  private List<String> pool(String name) {
    return pools.getOrDefault(name, values(name));
  }

  private static List<String> values(String text) {
    return List.of(text.split(" \\| "));
  }

  /** The least step from a number on that visits all of a number of combinations. */
  private static long coprime(long combinations, long from) {
    long step = Math.max(1, from);
    while (gcd(step, combinations) != 1) {
      step++;
    }
    return step;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
