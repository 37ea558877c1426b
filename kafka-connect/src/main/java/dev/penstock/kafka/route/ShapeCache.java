package dev.penstock.kafka.route;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what was compiled for a pair of key and value schemas. Records of a topic nearly always
 * carry the very instances of the record before. One owner thread.
 */
final class ShapeCache<S> {
  private static final int MAX_SHAPES = 1000;

  private record Pair(@Nullable Schema key, @Nullable Schema value) {}

  private final Map<Pair, S> shapes = new HashMap<>();
  private @Nullable Schema lastKey;
  private @Nullable Schema lastValue;
  private @Nullable S last;

  S get(@Nullable Schema key, @Nullable Schema value, Supplier<S> compile) {
    S hit = last;
    if (hit != null && key == lastKey && value == lastValue) {
      return hit;
    }
    if (shapes.size() >= MAX_SHAPES) {
      shapes.clear();
    }
    Pair pair = new Pair(key, value);
    S found = shapes.get(pair);
    if (found == null) {
      found = compile.get();
      shapes.put(pair, found);
    }
    lastKey = key;
    lastValue = value;
    last = found;
    return found;
  }

  /** Compiles again what was asked for last: it may come out otherwise next time. */
  void forgetLast() {
    shapes.remove(new Pair(lastKey, lastValue));
    last = null;
  }
}
