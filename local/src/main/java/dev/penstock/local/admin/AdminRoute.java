package dev.penstock.local.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A call below {@code /_penstock/}. Immutable. */
record AdminRoute(String method, String path, String purpose, Handler handler) {
  /** What a call does. */
  interface Handler {
    /** The answer. */
    ObjectNode handle(AdminRequest request);
  }
}
