package dev.penstock.local.rows;

/** How many UPSERT and DELETE rows of a table were acknowledged since the start. Immutable. */
public record ChangeCount(long upserts, long deletes) {}
