package dev.penstock.local.objects;

import dev.penstock.local.catalog.ServiceException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * A page of a listing. Immutable.
 *
 * @param prefixes what stands for all objects that have it up to the delimiter
 * @param nextToken null on the last page
 */
public record ObjectPage(
    List<StoredObject> items, List<String> prefixes, @Nullable String nextToken) {

  static ObjectPage of(NavigableMap<String, StoredObject> objects, ListRequest request) {
    return new Walk(objects, request).page();
  }

  /** One pass over the names. One owner thread. */
  private static final class Walk {
    private final NavigableMap<String, StoredObject> objects;
    private final ListRequest request;
    private final List<StoredObject> items = new ArrayList<>();
    private final List<String> prefixes = new ArrayList<>();
    private String last = "";

    /** The last entry of the page before, when it was a prefix: all names below it are done. */
    private String done = "";

    Walk(NavigableMap<String, StoredObject> objects, ListRequest request) {
      this.objects = objects;
      this.request = request;
    }

    ObjectPage page() {
      boolean inclusive = true;
      String from = later(request.prefix(), request.startOffset());
      if (!request.pageToken().isEmpty()) {
        String token = text(request.pageToken());
        done = token.startsWith("p") ? token.substring(1) : "";
        from = later(from, token.substring(1));
        inclusive = token.startsWith("p");
      }
      for (StoredObject object : objects.tailMap(from, inclusive).values()) {
        String name = object.name();
        boolean ended =
            !request.endOffset().isEmpty() && ObjectNames.compare(name, request.endOffset()) >= 0;
        if (ended || !name.startsWith(request.prefix())) {
          break;
        }
        boolean shown = !done.isEmpty() && name.startsWith(done);
        if (!shown && !add(object)) {
          return new ObjectPage(items, prefixes, token(last));
        }
      }
      return new ObjectPage(items, prefixes, null);
    }

    private static String later(String a, String b) {
      return ObjectNames.compare(a, b) >= 0 ? a : b;
    }

    /** Whether there was room. */
    private boolean add(StoredObject object) {
      String prefix = prefix(object.name());
      boolean first = !prefix.isEmpty() && !isLast(prefix);
      boolean own =
          prefix.isEmpty() || (request.trailingDelimiter() && prefix.equals(object.name()));
      int wanted = (first ? 1 : 0) + (own ? 1 : 0);
      if (wanted > 0 && !hasRoom(wanted)) {
        return false;
      }
      if (first) {
        prefixes.add(prefix);
      }
      if (own) {
        items.add(object);
      }
      if (wanted > 0) {
        last = prefix.isEmpty() ? "i" + object.name() : "p" + prefix;
      }
      return true;
    }

    private boolean hasRoom(int wanted) {
      return items.size() + prefixes.size() + wanted <= Math.max(request.max(), wanted);
    }

    private boolean isLast(String prefix) {
      return !prefixes.isEmpty() && prefixes.get(prefixes.size() - 1).equals(prefix);
    }

    /** The name up to the delimiter behind the prefix; empty for a name without one. */
    private String prefix(String name) {
      if (request.delimiter().isEmpty()) {
        return "";
      }
      int at = name.indexOf(request.delimiter(), request.prefix().length());
      return at < 0 ? "" : name.substring(0, at + request.delimiter().length());
    }

    private static String token(String entry) {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(entry.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(String token) {
      try {
        String text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        if (text.startsWith("i") || text.startsWith("p")) {
          return text;
        }
      } catch (IllegalArgumentException e) {
        // Below.
      }
      throw ServiceException.invalid("Invalid value for pageToken: " + token);
    }
  }
}
