package dev.penstock.local.script;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.script.ScriptStep.Place;
import java.util.List;

/** The error of a statement of a script. Immutable. */
final class ScriptFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ServiceException error;
  private final String statement;
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
    this.statement = place.text();
    this.stack = List.copyOf(stack);
  }

  ServiceException error() {
    return error;
  }

  String statement() {
    return statement;
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
