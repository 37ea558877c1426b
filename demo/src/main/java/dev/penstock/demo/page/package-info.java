/** The web page that shows a run. Reads snapshots of the progress; changes nothing. */
@NullMarked
package dev.penstock.demo.page;

import org.jspecify.annotations.NullMarked;
