package dev.penstock.local.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The faults of a server as scripts in JSON. Thread-safe. */
public interface FaultControl {
  /** The rules with how often they were met. */
  ObjectNode list();

  /**
   * Adds the rules of a script, all or none.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  void add(String json);

  /** Removes all rules. */
  void clear();
}
