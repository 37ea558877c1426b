/**
 * Where the sources of change events say that a change stands, and the sequence numbers made of it.
 * Knows the properties that Debezium and TiCDC write beside a change; knows no framework's records.
 */
@NullMarked
package dev.penstock.core.sequence.source;

import org.jspecify.annotations.NullMarked;
