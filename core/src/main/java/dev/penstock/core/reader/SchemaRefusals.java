package dev.penstock.core.reader;

import java.util.ArrayList;
import java.util.List;

/** Why a schema has no columns, gathered field by field. One use. */
final class SchemaRefusals {
  private final List<String> list = new ArrayList<>();

  /**
   * Refuses a field.
   *
   * @param path of the field; empty for the root
   * @param what is wrong with it, behind its name
   */
  void refuse(String path, String what, String cure) {
    String subject = path.isEmpty() ? "The root" : "Field '" + path + "'";
    list.add(subject + " " + what + ". " + cure + ".");
  }

  /** Refuses for a reason of its own, a whole sentence. */
  void add(String reason) {
    list.add(reason);
  }

  /** All reasons, in the order of the fields. */
  List<String> list() {
    return list;
  }
}
