package dev.penstock.demo.stack;

/**
 * How far a sink is behind its topics. Immutable.
 *
 * @param published records in the topics
 * @param acknowledged records whose offsets are committed
 */
public record Backlog(long published, long acknowledged) {
  /** The sum of both. */
  public Backlog plus(Backlog other) {
    return new Backlog(published + other.published, acknowledged + other.acknowledged);
  }

  /** Records still to be acknowledged. */
  public long lag() {
    return Math.max(0, published - acknowledged);
  }
}
