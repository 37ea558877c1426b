/** Writers for one destination and for many: rows in, completions out. */
@NullMarked
package dev.penstock.core.write;

import org.jspecify.annotations.NullMarked;
