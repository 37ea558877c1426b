package dev.penstock.core.load.run;

import java.util.List;

/** The files of commits. Thread-safe. */
@FunctionalInterface
public interface StagedObjects {
  /**
   * Removes files; one that does not exist is no failure.
   *
   * @param uris their addresses, read once in their order
   */
  void delete(List<String> uris);
}
