package dev.penstock.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the parameter {@code fields} of Google's APIs leaves of an answer, such as {@code
 * etag,schema/fields(name,type)}. One owner thread.
 */
public final class PartialAnswer {
  /** The members that stay, each with those that stay below it; none below it for all. */
  private record Selection(Map<String, Selection> members) {
    Selection() {
      this(new LinkedHashMap<>());
    }

    JsonNode of(JsonNode node) {
      if (members.isEmpty() || members.containsKey("*")) {
        return node;
      }
      if (node instanceof ArrayNode array) {
        ArrayNode left = JsonNodeFactory.instance.arrayNode();
        array.forEach(item -> left.add(of(item)));
        return left;
      }
      ObjectNode left = JsonNodeFactory.instance.objectNode();
      node.properties()
          .forEach(
              member -> {
                Selection below = members.get(member.getKey());
                if (below != null) {
                  left.set(member.getKey(), below.of(member.getValue()));
                }
              });
      return left;
    }
  }

  private static final int MAX_DEPTH = 100;

  private final String text;
  private int at;
  private int depth;

  private PartialAnswer(String text) {
    this.text = text;
  }

  /**
   * The part of an answer that is wanted.
   *
   * @param fields null or empty for all of it
   * @throws ServiceException 400 for a parameter that selects nothing
   */
  public static @Nullable ObjectNode of(@Nullable ObjectNode answer, @Nullable String fields) {
    if (answer == null || fields == null || fields.isEmpty()) {
      return answer;
    }
    PartialAnswer parser = new PartialAnswer(fields);
    Selection selection = parser.list();
    if (parser.at < fields.length()) {
      throw parser.invalid();
    }
    return selection.of(answer) instanceof ObjectNode part ? part : answer;
  }

  private Selection list() {
    Selection list = new Selection();
    do {
      path(list);
    } while (next(','));
    return list;
  }

  private void path(Selection parent) {
    int from = at;
    while (at < text.length() && ",/()".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String name = text.substring(from, at).strip();
    if (name.isEmpty() || ++depth > MAX_DEPTH) {
      throw invalid();
    }
    Selection member = parent.members().computeIfAbsent(name, unused -> new Selection());
    if (next('/')) {
      path(member);
    } else if (next('(')) {
      member.members().putAll(list().members());
      if (!next(')')) {
        throw invalid();
      }
    }
    depth--;
  }

  private boolean next(char wanted) {
    boolean found = at < text.length() && text.charAt(at) == wanted;
    at += found ? 1 : 0;
    return found;
  }

  private ServiceException invalid() {
    return ServiceException.invalid("Invalid field selection " + text);
  }
}
