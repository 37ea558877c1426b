package dev.penstock.local.objects;

import org.jspecify.annotations.Nullable;

/**
 * An object that is to be. Immutable.
 *
 * @param crc32c what the client computed; null for nothing
 * @param md5 what the client computed; null for nothing
 */
public record Draft(
    String bucket,
    String name,
    Attributes attributes,
    Preconditions preconditions,
    @Nullable String crc32c,
    @Nullable String md5) {
  /** Without checksums. */
  public Draft(String bucket, String name, Attributes attributes, Preconditions preconditions) {
    this(bucket, name, attributes, preconditions, null, null);
  }
}
