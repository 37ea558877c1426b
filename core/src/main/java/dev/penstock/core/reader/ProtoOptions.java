package dev.penstock.core.reader;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How protobuf fields become columns. Paths are field names as the {@code .proto} file declares
 * them, joined by dots, from the root; they lead through repeated fields, and through maps by
 * {@code key} and {@code value}. Immutable.
 *
 * @param deriveRequiredColumns whether fields that are never absent are made as REQUIRED columns;
 *     else every column is NULLABLE
 * @param jsonFieldPaths messages and strings that are made as JSON columns
 * @param geographyFieldPaths strings that hold WKT or GeoJSON and are made as GEOGRAPHY columns
 * @param jsonFieldOptions custom options that mark what {@code jsonFieldPaths} would
 * @param geographyFieldOptions custom options that mark what {@code geographyFieldPaths} would
 */
public record ProtoOptions(
    boolean deriveRequiredColumns,
    Set<String> jsonFieldPaths,
    Set<String> geographyFieldPaths,
    List<ProtoFieldOption> jsonFieldOptions,
    List<ProtoFieldOption> geographyFieldOptions) {
  /** NULLABLE columns, no marked fields. */
  public static final ProtoOptions DEFAULTS = builder().build();

  /**
   * Copies and checks.
   *
   * @throws IngestException INVALID_OPTION when one number marks both JSON and GEOGRAPHY
   */
  public ProtoOptions {
    jsonFieldPaths = Set.copyOf(jsonFieldPaths);
    geographyFieldPaths = Set.copyOf(geographyFieldPaths);
    jsonFieldOptions = List.copyOf(jsonFieldOptions);
    geographyFieldOptions = List.copyOf(geographyFieldOptions);
    for (ProtoFieldOption json : jsonFieldOptions) {
      for (ProtoFieldOption geography : geographyFieldOptions) {
        if (json.number() == geography.number()) {
          throw new IngestException(
              ErrorCode.INVALID_OPTION,
              "jsonFieldOptions, geographyFieldOptions: "
                  + json.number()
                  + " (expected: an option marks one of them, not both)");
        }
      }
    }
  }

  /** A builder of the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Gathers options. One owner thread. */
  public static final class Builder {
    private boolean deriveRequiredColumns;
    private final Set<String> jsonPaths = new LinkedHashSet<>();
    private final Set<String> geographyPaths = new LinkedHashSet<>();
    private final Map<Integer, ProtoFieldOption> jsonOptions = new TreeMap<>();
    private final Map<Integer, ProtoFieldOption> geographyOptions = new TreeMap<>();

    private Builder() {}

    /** Makes fields that are never absent as REQUIRED columns. */
    public Builder deriveRequiredColumns() {
      deriveRequiredColumns = true;
      return this;
    }

    /** Marks messages and strings as JSON. */
    public Builder jsonFieldPaths(Collection<String> paths) {
      jsonPaths.addAll(paths);
      return this;
    }

    /** Marks strings as GEOGRAPHY. */
    public Builder geographyFieldPaths(Collection<String> paths) {
      geographyPaths.addAll(paths);
      return this;
    }

    /** Marks as JSON what an option marks. One with a name counts before one with its number. */
    public Builder jsonFieldOption(ProtoFieldOption option) {
      put(jsonOptions, option);
      return this;
    }

    /** Marks as GEOGRAPHY what an option marks; as for JSON. */
    public Builder geographyFieldOption(ProtoFieldOption option) {
      put(geographyOptions, option);
      return this;
    }

    private static void put(Map<Integer, ProtoFieldOption> options, ProtoFieldOption option) {
      if (option.name() == null) {
        options.putIfAbsent(option.number(), option);
      } else {
        options.put(option.number(), option);
      }
    }

    /**
     * The options.
     *
     * @throws IngestException INVALID_OPTION when one number marks both JSON and GEOGRAPHY
     */
    public ProtoOptions build() {
      return new ProtoOptions(
          deriveRequiredColumns,
          jsonPaths,
          geographyPaths,
          List.copyOf(jsonOptions.values()),
          List.copyOf(geographyOptions.values()));
    }
  }
}
