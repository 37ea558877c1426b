package dev.penstock.benchmarks.property;

/** A difference between the server and the model. */
final class Unequal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private Unequal(String message) {
    super(message);
  }

  static void check(String what, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new Unequal(what + ": " + actual + " (expected: " + expected + ")");
    }
  }

  static void check(String what, long expected, long actual) {
    check(what, (Object) expected, actual);
  }
}
