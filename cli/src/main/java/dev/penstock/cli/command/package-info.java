/**
 * The subcommands, one class each. Exits no process; a failure is a {@link
 * dev.penstock.cli.report.CommandException}.
 */
@NullMarked
package dev.penstock.cli.command;

import org.jspecify.annotations.NullMarked;
