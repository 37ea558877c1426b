/**
 * Row readers for formats that need no framework: Avro records, protobuf messages, JSON documents,
 * rows of JDBC results and of PostgreSQL's binary COPY. Knows what their values mean; knows no
 * column of an existing table, no writer and no service.
 */
@NullMarked
package dev.penstock.core.reader;

import org.jspecify.annotations.NullMarked;
