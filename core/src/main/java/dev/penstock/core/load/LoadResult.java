package dev.penstock.core.load;

import org.jspecify.annotations.Nullable;

/**
 * What a finished load stored. Immutable.
 *
 * @param rows rows that the service holds, equal to the rows that were appended
 * @param bytes encoded bytes that were sent; 0 when an earlier run of the same job had stored them
 * @param jobId the load job; null when there was none, as with write streams
 */
public record LoadResult(long rows, long bytes, @Nullable String jobId) {}
