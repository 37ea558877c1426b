/** Change sequence numbers and the typed encoders of source positions that make them. */
@NullMarked
package dev.penstock.core.sequence;

import org.jspecify.annotations.NullMarked;
