package dev.penstock.demo.load;

import java.util.Arrays;
import java.util.Random;

/** Keys of which any can be picked or taken at random in constant time. One owner thread. */
final class KeyPool {
  private long[] keys = new long[1024];
  private int size;

  int size() {
    return size;
  }

  void add(long key) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size * 2);
    }
    keys[size++] = key;
  }

  long pick(Random random) {
    return keys[random.nextInt(size)];
  }

  long take(Random random) {
    int index = random.nextInt(size);
    long key = keys[index];
    keys[index] = keys[--size];
    return key;
  }
}
