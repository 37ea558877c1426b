/**
 * What the columns of a source are: their names, their types as given or as seen, and why. Knows no
 * file format and no service.
 */
@NullMarked
package dev.penstock.cli.column;

import org.jspecify.annotations.NullMarked;
