/**
 * BigQuery's types with values and what is stored for each, as plain data for every road. Knows
 * neither sources nor BigQuery's clients.
 */
@NullMarked
package dev.penstock.testkit.matrix;

import org.jspecify.annotations.NullMarked;
