/** The only door to the clock, to sleeping and to randomised retry delays. */
@NullMarked
package dev.penstock.core.time;

import org.jspecify.annotations.NullMarked;
