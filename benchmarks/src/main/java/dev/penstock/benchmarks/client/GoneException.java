package dev.penstock.benchmarks.client;

/** A server that is not there any more, or whose connection broke. */
public final class GoneException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With what showed it. */
  public GoneException(Throwable cause) {
    super(cause);
  }
}
