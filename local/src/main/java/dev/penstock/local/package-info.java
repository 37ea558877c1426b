/** Starts and stops a local BigQuery: options, ports, data directory, fault scripts. */
@NullMarked
package dev.penstock.local;

import org.jspecify.annotations.NullMarked;
