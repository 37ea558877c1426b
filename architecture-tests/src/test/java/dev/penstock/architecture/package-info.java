/** Rules that hold over all modules: rooms, names, sizes, documentation. */
@NullMarked
package dev.penstock.architecture;

import org.jspecify.annotations.NullMarked;
