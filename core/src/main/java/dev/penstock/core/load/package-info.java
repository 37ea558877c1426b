/**
 * Atomic loads: rows of one source into one table, all or none. Owns what a load is, and the load
 * job that is streamed into the service; knows no source formats and no staging names.
 */
@NullMarked
package dev.penstock.core.load;

import org.jspecify.annotations.NullMarked;
