package dev.penstock.cli.source;

/** A table, partitioned table, view or the like. Immutable. */
record PostgresRelation(long oid, String schema, String name) {
  /** As it stands in SQL. */
  String sql() {
    return quoted(schema) + "." + quoted(name);
  }

  static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  @Override
  public String toString() {
    return schema + "." + name;
  }
}
