/** The type matrix over all roads: what each stores, and the page that says so. */
@NullMarked
package dev.penstock.architecture.matrix;

import org.jspecify.annotations.NullMarked;
