/** Table metadata: creation, primary keys, additive schema updates, max_staleness. */
@NullMarked
package dev.penstock.core.table;

import org.jspecify.annotations.NullMarked;
