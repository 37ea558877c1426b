package dev.penstock.core.encode;

import dev.penstock.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Why one row cannot be encoded; holds no row content. Immutable. */
public record RowFault(ErrorCode code, @Nullable String column, String message) {}
