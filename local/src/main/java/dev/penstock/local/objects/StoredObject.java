package dev.penstock.local.objects;

import org.jspecify.annotations.Nullable;

/**
 * An object. Immutable.
 *
 * @param generation of its bytes: greater than that of every earlier object
 * @param metageneration of its attributes, counted from 1 for each generation
 * @param crc32c in base64
 * @param md5 in base64; null for an object that was composed
 * @param components how many objects it was composed of; 0 for one that was uploaded
 */
public record StoredObject(
    String bucket,
    String name,
    long generation,
    long metageneration,
    long size,
    String crc32c,
    @Nullable String md5,
    int components,
    long createdMillis,
    long updatedMillis,
    Attributes attributes) {

  /** The same bytes with other attributes. */
  StoredObject changed(Attributes newAttributes, long nowMillis) {
    return new StoredObject(
        bucket,
        name,
        generation,
        metageneration + 1,
        size,
        crc32c,
        md5,
        components,
        createdMillis,
        nowMillis,
        newAttributes);
  }

  /** How clients write it, for example {@code gs://bucket/name}. */
  public String uri() {
    return "gs://" + bucket + "/" + name;
  }
}
