/** GoogleSQL: analyzed by ZetaSQL, translated to DuckDB, executed against the row store. */
@NullMarked
package dev.penstock.local.sql;

import org.jspecify.annotations.NullMarked;
