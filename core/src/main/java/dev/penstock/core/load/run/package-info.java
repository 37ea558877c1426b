/**
 * Carries out the plan of a commit: makes tables ready, submits and awaits its waves, cleans up
 * when all is done. Knows no rows and no files' contents.
 */
@NullMarked
package dev.penstock.core.load.run;

import org.jspecify.annotations.NullMarked;
