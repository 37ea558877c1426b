package dev.penstock.demo.progress;

/**
 * A table as the page shows it. Immutable.
 *
 * @param sequencing what orders its changes
 * @param postgres rows in PostgreSQL
 * @param bigQuery rows in BigQuery
 */
public record TableView(String name, String sequencing, long postgres, long bigQuery) {}
