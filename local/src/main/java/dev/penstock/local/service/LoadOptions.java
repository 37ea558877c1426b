package dev.penstock.local.service;

/**
 * What uploads and objects may take. Immutable.
 *
 * @param maxUploadBytes the largest file, which lies on disk until its job has ended; default 16
 *     GiB
 * @param maxObjectBytes what all objects of Cloud Storage may have together; default 64 GiB
 */
public record LoadOptions(long maxUploadBytes, long maxObjectBytes) {
  private static final long DEFAULT_OBJECT_BYTES = 64L << 30;

  /** Checks the bounds. */
  public LoadOptions {
    require("maxUploadBytes", maxUploadBytes);
    require("maxObjectBytes", maxObjectBytes);
  }

  private static void require(String name, long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException(name + ": " + bytes + " (expected: at least 1)");
    }
  }

  /** With another bound for a file. */
  public LoadOptions(long maxUploadBytes) {
    this(maxUploadBytes, DEFAULT_OBJECT_BYTES);
  }

  /** All defaults. */
  public static LoadOptions defaults() {
    return new LoadOptions(16L << 30);
  }
}
