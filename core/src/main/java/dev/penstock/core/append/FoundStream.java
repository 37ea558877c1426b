package dev.penstock.core.append;

/**
 * What the service tells of a write stream. How many rows it holds is told when it is finalized.
 * Immutable.
 *
 * @param committed whether its rows are readable: for a pending stream, that its commit is done
 *     (WA-022)
 */
public record FoundStream(String name, boolean committed) {}
