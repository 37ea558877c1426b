package dev.penstock.local.catalog;

import java.util.List;

/**
 * A stored procedure. Immutable.
 *
 * @param id its name; {@code table} is the procedure's own
 * @param datasetMillis when its dataset was created, so that it goes with it
 * @param body the text from BEGIN to END
 */
public record Procedure(TableId id, long datasetMillis, List<Parameter> parameters, String body) {
  /** How a parameter passes its value. */
  public enum Mode {
    IN,
    OUT,
    INOUT
  }

  /**
   * A parameter.
   *
   * @param type its name and type
   */
  public record Parameter(Mode mode, Field type) {}

  /** Copies the parameters. */
  public Procedure {
    parameters = List.copyOf(parameters);
  }
}
