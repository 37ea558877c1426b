package dev.penstock.benchmarks.rows;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The 12-column row that every figure uses, in plain fields: 1,024 distinct rows of 260 bytes on
 * average, the same on every machine.
 */
@SuppressWarnings("ArrayRecordComponent") // The bound reads plain fields.
public record Sample(
    long id,
    String name,
    String description,
    double price,
    boolean active,
    long timestampMicros,
    int days,
    BigDecimal amount,
    @Nullable Long optionalCount,
    byte[] payload,
    Address address,
    List<String> tags) {
  /** How many rows there are; a power of two. */
  public static final int COUNT = 1024;

  private static final long SEED = 42;

  /** The struct of the row. */
  public record Address(String street, long zip, double latitude) {}

  /** All of them, in the same order every time. */
  public static List<Sample> all() {
    Random random = new Random(SEED);
    List<Sample> samples = new ArrayList<>(COUNT);
    for (int i = 0; i < COUNT; i++) {
      samples.add(next(random, i));
    }
    return samples;
  }

  private static Sample next(Random random, int index) {
    long id = 1_000_000_000L + Math.floorMod(random.nextLong(), 1_000_000_000_000L);
    String name = letters(random, 20);
    String description = letters(random, 100);
    double price = random.nextDouble() * 1000;
    boolean active = random.nextBoolean();
    // Connect timestamps have milliseconds.
    long millis = 1_700_000_000_000L + Math.floorMod(random.nextLong(), 86_400_000_000L);
    int days = 18_000 + random.nextInt(3000);
    BigDecimal amount = BigDecimal.valueOf(Math.floorMod(random.nextLong(), 1_000_000_000L), 2);
    Long optionalCount = index % 3 == 0 ? null : Long.valueOf(random.nextInt(1_000_000));
    byte[] payload = new byte[16];
    random.nextBytes(payload);
    Address address =
        new Address(letters(random, 18), 10_000 + random.nextInt(89_999), random.nextDouble() * 90);
    List<String> tags =
        List.of(letters(random, 8), letters(random, 8), letters(random, 8), letters(random, 8));
    return new Sample(
        id,
        name,
        description,
        price,
        active,
        millis * 1000,
        days,
        amount,
        optionalCount,
        payload,
        address,
        tags);
  }

  private static String letters(Random random, int length) {
    char[] letters = new char[length];
    for (int i = 0; i < length; i++) {
      letters[i] = (char) ('a' + random.nextInt(26));
    }
    return new String(letters);
  }
}
