package dev.penstock.local.sql;

import com.google.zetasql.Type;
import org.jspecify.annotations.Nullable;

/**
 * A translated argument of a function call. Immutable.
 *
 * @param type its type
 * @param sql its DuckDB expression
 * @param constant the text of a constant STRING or date part; null for anything else
 */
record Argument(Type type, String sql, @Nullable String constant) {}
