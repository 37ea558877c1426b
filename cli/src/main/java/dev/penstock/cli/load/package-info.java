/**
 * One run from options to report: opens source and destination, asks core for the plan and has it
 * carried out. Knows no option names, writes no SQL, prints nothing.
 */
@NullMarked
package dev.penstock.cli.load;

import org.jspecify.annotations.NullMarked;
