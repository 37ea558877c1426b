package dev.penstock.local.rows;

import org.jspecify.annotations.Nullable;

/**
 * A change row as it was acknowledged, for tests that count what a change source sent. Immutable.
 *
 * @param changeType UPSERT or DELETE
 * @param sequence the sequence number as it was sent; null for none
 */
public record ChangeRow(String changeType, @Nullable String sequence) {}
