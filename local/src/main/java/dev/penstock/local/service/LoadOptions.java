package dev.penstock.local.service;

/**
 * What uploads of load jobs may take. Immutable.
 *
 * @param maxUploadBytes the largest file, which lies on disk until its job has ended; default 16
 *     GiB
 */
public record LoadOptions(long maxUploadBytes) {
  /** Checks the bound. */
  public LoadOptions {
    if (maxUploadBytes < 1) {
      throw new IllegalArgumentException(
          "maxUploadBytes: " + maxUploadBytes + " (expected: at least 1)");
    }
  }

  /** All defaults. */
  public static LoadOptions defaults() {
    return new LoadOptions(16L << 30);
  }
}
