/**
 * Comparison of tables by value: every cell of both databases becomes one canonical text. Reads
 * PostgreSQL over JDBC and BigQuery by listing rows; runs no query on BigQuery.
 */
@NullMarked
package dev.penstock.demo.compare;

import org.jspecify.annotations.NullMarked;
