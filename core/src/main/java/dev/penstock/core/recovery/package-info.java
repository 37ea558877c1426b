/** Which failure is repaired how: the one table. */
@NullMarked
package dev.penstock.core.recovery;

import org.jspecify.annotations.NullMarked;
