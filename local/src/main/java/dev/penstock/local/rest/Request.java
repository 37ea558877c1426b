package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call as a resource sees it. Immutable as long as nobody changes its body.
 *
 * @param path the variables of the path
 * @param query the query parameters
 * @param ifMatch the etag that must be the current one; null for none
 */
record Request(
    Map<String, String> path,
    Map<String, String> query,
    ObjectNode body,
    @Nullable String ifMatch) {

  String project() {
    return variable("project");
  }

  String dataset() {
    return variable("dataset");
  }

  TableId table() {
    return new TableId(project(), dataset(), variable("table"));
  }

  String variable(String name) {
    String value = path.get(name);
    if (value == null) {
      throw new IllegalStateException(name + " is no variable of the path");
    }
    return value;
  }

  long number(String name, long missing) {
    String text = query.get(name);
    if (text == null || text.isEmpty()) {
      return missing;
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw ServiceException.invalid("Invalid value for " + name + ": " + text);
    }
  }

  /** Checks If-Match against a resource's etag (RT-018). */
  void checkEtag(String etag) {
    if (ifMatch != null && !ifMatch.equals("*") && !ifMatch.equals(etag)) {
      throw ServiceException.conditionNotMet();
    }
  }
}
