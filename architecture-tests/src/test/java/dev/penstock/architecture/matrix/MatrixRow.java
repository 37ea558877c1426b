package dev.penstock.architecture.matrix;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A row with one value of the matrix; its other columns are NULL. Immutable.
 *
 * @param id the case's
 * @param column the column of the value
 * @param value in its neutral form
 */
record MatrixRow(String id, String column, JsonNode value) {}
