package dev.penstock.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyPoolTest {
  private final KeyPool pool = new KeyPool();
  private final Random random = new Random(1);

  @Test
  void everyKeyIsTakenOnce() {
    for (long key = 0; key < 5_000; key++) {
      pool.add(key);
    }

    Set<Long> taken = new HashSet<>();
    while (pool.size() > 0) {
      taken.add(pool.take(random));
    }

    assertThat(taken).hasSize(5_000).contains(0L, 4_999L);
  }

  @Test
  void pickingLeavesTheKey() {
    pool.add(7);

    assertThat(pool.pick(random)).isEqualTo(7);
    assertThat(pool.size()).isEqualTo(1);
  }
}
