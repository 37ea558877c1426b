package dev.penstock.core.publish;

import dev.penstock.core.encode.RowCursor;

/**
 * The rows of a run. One owner thread.
 *
 * @param fingerprint the same for the same rows with the same meaning, and another one for others:
 *     an append that is repeated under its run id is known by it. The value of a label (RT-068):
 *     lower case letters, digits, underscores and dashes, 1..63
 * @param named whether the run may be repeated under its id: what it takes to know that its rows
 *     are stored is then kept when it ends
 * @param rows before the first one
 */
public record RunSource(String fingerprint, boolean named, RowCursor rows) {
  /** Checks the fingerprint. */
  public RunSource {
    if (!fingerprint.matches("[a-z0-9_-]{1,63}")) {
      throw new IllegalArgumentException(
          "fingerprint: " + fingerprint + " (expected: [a-z0-9_-], 1..63)");
    }
  }
}
