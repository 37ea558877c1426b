/** The DuckDB database under everything: opening, settings, the data directory and its lock. */
@NullMarked
package dev.penstock.local.database;

import org.jspecify.annotations.NullMarked;
