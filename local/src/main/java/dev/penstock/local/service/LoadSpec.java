package dev.penstock.local.service;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.load.FileFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A load job to be run. Immutable.
 *
 * @param schema the columns that the job names; null when it names none
 * @param ignoreUnknown whether fields of the file without a column are left out (RT-096)
 * @param maxBadRecords how many rows that cannot be stored are left out (RT-095)
 */
public record LoadSpec(
    JobHeader header,
    JobTarget target,
    TableLayout layout,
    Properties properties,
    SchemaUpdates updates,
    @Nullable List<Field> schema,
    boolean ignoreUnknown,
    long maxBadRecords,
    FileFormat format,
    LoadSource source)
    implements JobSpec {

  /** Properties of the table that the job creates (RT-104). */
  public record Properties(
      @Nullable String description, @Nullable String friendlyName, Map<String, String> labels) {
    /** None. */
    public static final Properties NONE = new Properties(null, null, Map.of());

    /** Copies the labels. */
    public Properties {
      labels = Map.copyOf(labels);
    }
  }
}
