package dev.penstock.local.catalog;

/** What a column is called before and after a change. Immutable. */
public record ColumnRename(String from, String to) {}
