package dev.penstock.demo.load;

import dev.penstock.demo.stack.PostgresServer;

/** A table with a column of every common type that the load changes. Immutable. */
public record LoadTable(String name) {
  /** The column that many changes share a value of and that never goes back. */
  public static final String VERSION = "version";

  /** Creates it, with the whole row in the log of each change. */
  public void create(PostgresServer postgres) {
    postgres.execute(
        "CREATE TABLE "
            + name
            + " (id bigint PRIMARY KEY, version bigint NOT NULL, customer text NOT NULL,"
            + " total numeric(18,4), rate double precision, paid boolean NOT NULL,"
            + " ordered date, delivered time(6), changed timestamptz, created timestamp(6),"
            + " basket jsonb, labels text[], token uuid, seal bytea, note text)",
        "ALTER TABLE " + name + " REPLICA IDENTITY FULL");
  }
}
