/** The rows of a statement as people and programs read them. Knows no command and no service. */
@NullMarked
package dev.penstock.cli.query;

import org.jspecify.annotations.NullMarked;
