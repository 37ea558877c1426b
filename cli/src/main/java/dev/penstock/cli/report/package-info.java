/** What the commands tell: exit codes, failures, progress and reports. Knows no command. */
@NullMarked
package dev.penstock.cli.report;

import org.jspecify.annotations.NullMarked;
