/**
 * kill -9 of processes that load by the write engine, and what is there once they are repeated.
 * Local BigQuery goes on meanwhile; {@code crash} kills that one.
 */
@NullMarked
package dev.penstock.benchmarks.enginekill;

import org.jspecify.annotations.NullMarked;
