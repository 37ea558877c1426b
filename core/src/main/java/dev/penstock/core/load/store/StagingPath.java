package dev.penstock.core.load.store;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in Cloud Storage. Immutable.
 *
 * @param bucket the name of a bucket
 * @param prefix what all names there begin with, without a slash at the end; may be empty
 */
public record StagingPath(String bucket, String prefix) {
  private static final Pattern FORM =
      Pattern.compile("gs://([a-z0-9][a-z0-9._-]{1,220}[a-z0-9])(?:/(.*?))?/*");

  /**
   * The place that an address names.
   *
   * @param address {@code gs://bucket} or {@code gs://bucket/prefix}; a slash at the end is dropped
   * @throws IngestException INVALID_OPTION when it is none
   */
  public static StagingPath parse(String address) {
    Matcher matcher = FORM.matcher(address);
    if (!matcher.matches() || address.indexOf('*') >= 0) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          "stagingPath: "
              + address
              + " (expected: gs://bucket or gs://bucket/prefix, the bucket in lower case, no *)");
    }
    return new StagingPath(matcher.group(1), matcher.group(2) == null ? "" : matcher.group(2));
  }

  /** The name of an object there. */
  String object(String name) {
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  /** The address of an object there. */
  String uri(String name) {
    return "gs://" + bucket + "/" + object(name);
  }
}
