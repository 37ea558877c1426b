/** The subcommands, one class each. Exits no process; a failure is a {@link CommandException}. */
@NullMarked
package dev.penstock.cli.command;

import org.jspecify.annotations.NullMarked;
