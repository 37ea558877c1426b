package dev.penstock.local.objects;

import dev.penstock.local.catalog.ServiceException;
import org.jspecify.annotations.Nullable;

/**
 * What must hold for a call to be carried out. Immutable.
 *
 * @param generationMatch the generation of the live object, 0 for none; null for any
 * @param generationNotMatch which one it must not be; null for none
 * @param metagenerationMatch as the first, of the metageneration
 * @param metagenerationNotMatch as the second, of the metageneration
 */
public record Preconditions(
    @Nullable Long generationMatch,
    @Nullable Long generationNotMatch,
    @Nullable Long metagenerationMatch,
    @Nullable Long metagenerationNotMatch) {
  /** None. */
  public static final Preconditions NONE = new Preconditions(null, null, null, null);

  /**
   * Checks them for a change.
   *
   * @param live the object as it is; null when there is none
   * @throws ServiceException 412 when one does not hold
   */
  public void check(@Nullable StoredObject live) {
    check(generation(live), live == null ? 0 : live.metageneration());
  }

  /**
   * Checks them for a change of something with these counters.
   *
   * @throws ServiceException 412 when one does not hold
   */
  public void check(long generation, long metageneration) {
    if (isOutdated(generation, metageneration) || isUnchanged(generation, metageneration)) {
      throw failed();
    }
  }

  /**
   * Checks them for a read: whether the client has what it asks for already.
   *
   * @throws ServiceException 412 when a match does not hold
   */
  public boolean checkRead(long generation, long metageneration) {
    if (isOutdated(generation, metageneration)) {
      throw failed();
    }
    return isUnchanged(generation, metageneration);
  }

  private boolean isOutdated(long generation, long metageneration) {
    return (generationMatch != null && generationMatch != generation)
        || (metagenerationMatch != null && metagenerationMatch != metageneration);
  }

  private boolean isUnchanged(long generation, long metageneration) {
    return (generationNotMatch != null && generationNotMatch == generation)
        || (metagenerationNotMatch != null && metagenerationNotMatch == metageneration);
  }

  private static long generation(@Nullable StoredObject live) {
    return live == null ? 0 : live.generation();
  }

  private static ServiceException failed() {
    return new ServiceException(
        412, "conditionNotMet", "At least one of the pre-conditions you specified did not hold.");
  }
}
