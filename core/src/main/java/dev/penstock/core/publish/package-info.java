/**
 * How rows become the table that users read: strategies as values, a pure planner from (live table,
 * desired table, how rows travel) to steps, and the executor of steps with its journal. Reads no
 * sources, prints nothing.
 */
@NullMarked
package dev.penstock.core.publish;

import org.jspecify.annotations.NullMarked;
