/** The {@code penstock} command. Owns exit codes; commands live in {@code command}. */
@NullMarked
package dev.penstock.cli;

import org.jspecify.annotations.NullMarked;
