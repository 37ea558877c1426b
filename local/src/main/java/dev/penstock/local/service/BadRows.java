package dev.penstock.local.service;

import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a file that cannot be stored: counted, remembered up to a bound, and the end of the
 * job when they are too many (RT-095, RT-112, RT-113). One owner thread.
 */
final class BadRows {
  private static final String PREFIX = "Error while reading data, error message: ";
  private static final int MAX_REMEMBERED = 100;

  private final LoadSpec spec;
  private final List<JobError> errors = new ArrayList<>();
  private long count;

  BadRows(LoadSpec spec) {
    this.spec = spec;
  }

  /**
   * Notes a row.
   *
   * @param file whose row it is
   * @param goodRows how many rows were read before without a fault
   * @throws RuntimeException when the job has to end
   */
  void add(String message, long goodRows, LoadFiles.Entry file) {
    count++;
    if (errors.size() < MAX_REMEMBERED) {
      errors.add(new JobError("invalid", PREFIX + message + file.suffix(), file.uri()));
    }
    if (!spec.format().toleratesBadRows()) {
      throw ServiceException.invalid(PREFIX + message);
    }
    if (count > spec.maxBadRecords()) {
      String text =
          ("%s%s table encountered too many errors, giving up. Rows: %d; errors: %d. Please look"
                  + " into the errors[] collection for more details.")
              .formatted(PREFIX, spec.format().name(), goodRows + count, count);
      throw new JobFailure(ServiceException.invalid(text + file.suffix()), errors);
    }
  }

  long count() {
    return count;
  }

  List<JobError> errors() {
    return errors;
  }
}
