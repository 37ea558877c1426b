/**
 * The protocols of a BigQuery as they are on the wire, for benchmarks that must see each answer and
 * each broken connection. Knows no client library and nothing of what is measured.
 */
@NullMarked
package dev.penstock.benchmarks.client;

import org.jspecify.annotations.NullMarked;
