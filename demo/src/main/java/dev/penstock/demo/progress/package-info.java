/** What the run has done so far, for the console and the web page to show. Runs nothing itself. */
@NullMarked
package dev.penstock.demo.progress;

import org.jspecify.annotations.NullMarked;
