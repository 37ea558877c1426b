package dev.penstock.core.scan;

import com.google.protobuf.ByteString;

/**
 * Rows that came in one response. Immutable.
 *
 * @param firstRow the number of its first row in the stream
 * @param rowCount how many rows it holds
 * @param avro the rows in Avro's binary form, one behind the other
 */
public record RowBlock(long firstRow, int rowCount, ByteString avro) {}
