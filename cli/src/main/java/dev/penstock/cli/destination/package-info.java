/**
 * Where the commands find BigQuery: the destination URI, the local one of this user (running or
 * started inside the command), the real service. Knows no command and no source.
 */
@NullMarked
package dev.penstock.cli.destination;

import org.jspecify.annotations.NullMarked;
