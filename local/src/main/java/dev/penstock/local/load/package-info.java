/**
 * The file formats of load jobs: the columns that a file declares, and its rows as values of a
 * table's columns. Knows neither tables nor jobs nor protocols.
 */
@NullMarked
package dev.penstock.local.load;

import org.jspecify.annotations.NullMarked;
