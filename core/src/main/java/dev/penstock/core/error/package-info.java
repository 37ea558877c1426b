/** The one exception of the engine and its codes. Knows no Google exception type. */
@NullMarked
package dev.penstock.core.error;

import org.jspecify.annotations.NullMarked;
