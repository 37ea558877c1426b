/** The code of the guides in docs/guide, run as it is printed there. */
@NullMarked
package dev.penstock.testkit.guide;

import org.jspecify.annotations.NullMarked;
