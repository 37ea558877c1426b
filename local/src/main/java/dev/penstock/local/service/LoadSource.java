package dev.penstock.local.service;

import dev.penstock.local.catalog.ServiceException;
import java.nio.file.Path;
import java.util.List;

/** Where the files of a load job are. Immutable. */
public sealed interface LoadSource {
  /** A file that was uploaded with the job; it is deleted when the job has ended. */
  record Uploaded(Path file) implements LoadSource {}

  /**
   * Objects of Cloud Storage.
   *
   * @param uris as the job names them, each with one {@code *} at most (RT-093)
   */
  record Objects(List<String> uris) implements LoadSource {
    private static final String SCHEME = "gs://";
    private static final int MAX_URIS = 10_000;

    /**
     * Checks the URIs.
     *
     * @throws ServiceException 400 for one that names no object
     */
    public Objects {
      uris = List.copyOf(uris);
      if (uris.isEmpty()) {
        throw new ServiceException(400, "required", "Required parameter is missing: sourceUris");
      }
      if (uris.size() > MAX_URIS) {
        throw ServiceException.invalid(
            "Too many source URIs: %d (expected: at most %d)".formatted(uris.size(), MAX_URIS));
      }
      uris.forEach(Objects::check);
    }

    private static void check(String uri) {
      int slash = uri.indexOf('/', SCHEME.length());
      if (!uri.startsWith(SCHEME) || slash <= SCHEME.length() || slash == uri.length() - 1) {
        throw ServiceException.invalid(
            "Source URI must be a Google Cloud Storage location: " + uri);
      }
      int star = uri.indexOf('*');
      if (star >= 0 && (star < slash || star != uri.lastIndexOf('*'))) {
        throw ServiceException.invalid(
            "Source URI can have one wildcard '*', in the name of the object: " + uri);
      }
    }

    static String bucket(String uri) {
      return uri.substring(SCHEME.length(), uri.indexOf('/', SCHEME.length()));
    }

    static String name(String uri) {
      return uri.substring(uri.indexOf('/', SCHEME.length()) + 1);
    }
  }
}
