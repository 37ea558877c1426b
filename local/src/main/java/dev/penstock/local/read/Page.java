package dev.penstock.local.read;

/**
 * Consecutive rows of a snapshot: as Avro, without a container (RA-033), or as an Arrow record
 * batch. Immutable as long as nobody changes the bytes.
 */
@SuppressWarnings("ArrayRecordComponent") // handed on to the wire, never compared
public record Page(int rows, byte[] content) {}
