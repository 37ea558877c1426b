package dev.penstock.flink;

import java.io.IOException;
import org.apache.flink.annotation.Internal;

/** The numbers of the formats that state is kept in. Thread-safe. */
@Internal
public final class StateVersion {
  private StateVersion() {}

  /**
   * Refuses state of a newer connector.
   *
   * @param version what the state says
   * @param known the newest version that this connector reads
   * @param what names the part of the state in the message, with its article
   * @throws IOException when the version is unknown
   */
  public static void requireKnown(int version, int known, String what) throws IOException {
    if (version < 1 || version > known) {
      throw new IOException(
          "The checkpoint holds "
              + what
              + " of version "
              + version
              + ", and this connector knows versions up to "
              + known
              + ". Use the connector that wrote it, or a newer one.");
    }
  }
}
