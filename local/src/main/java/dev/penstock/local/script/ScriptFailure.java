package dev.penstock.local.script;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.script.ScriptStep.Place;
import java.util.ArrayList;
import java.util.List;

/** The error of a statement of a script. Immutable. */
final class ScriptFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ServiceException error;
  private final transient Place place;
  private final transient List<String> stack;

  /**
   * An error.
   *
   * @param error it, with a position
   * @param place the statement
   * @param stack where the statement stands and what called it, the innermost first
   */
  ScriptFailure(ServiceException error, Place place, List<String> stack) {
    super(error);
    this.error = error;
    this.place = place;
    this.stack = List.copyOf(stack);
  }

  ServiceException error() {
    return error;
  }

  String statement() {
    return place.text();
  }

  /** The same error with one more caller. */
  ScriptFailure calledFrom(String line) {
    List<String> longer = new ArrayList<>(stack);
    longer.add(line);
    return new ScriptFailure(error, place, longer);
  }

  /** As {@code @@error.formatted_stack_trace} shows it. */
  String formattedStack() {
    return String.join("\n", stack);
  }

  /** Whether EXCEPTION WHEN ERROR takes it: what this server leaves out is no error of a script. */
  boolean isCatchable() {
    return error.httpCode() != 501 && error.httpCode() < 499;
  }
}
