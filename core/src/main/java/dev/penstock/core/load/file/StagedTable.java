package dev.penstock.core.load.file;

import dev.penstock.core.encode.AvroSchema;
import dev.penstock.core.encode.RowPlan;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Rows of one source for one table, as they are staged. Immutable; a source whose schema changed is
 * another one.
 */
public final class StagedTable {
  private final Destination destination;
  private final SourceSchema source;
  private final TableSchema schema;
  private final List<String> defaultedColumns;

  /**
   * Rows for a table.
   *
   * @param source what every row's reader yields
   * @param schema the columns that the files are made for
   * @param defaultedColumns columns with a default expression: the source may lack them although
   *     they are REQUIRED
   */
  public StagedTable(
      Destination destination,
      SourceSchema source,
      TableSchema schema,
      List<String> defaultedColumns) {
    this.destination = Objects.requireNonNull(destination, "destination");
    this.source = Objects.requireNonNull(source, "source");
    this.schema = Objects.requireNonNull(schema, "schema");
    this.defaultedColumns = List.copyOf(defaultedColumns);
  }

  /** The table. */
  public Destination destination() {
    return destination;
  }

  /**
   * How its rows become rows of a file.
   *
   * @throws IngestException SCHEMA_MISMATCH or UNSUPPORTED_TYPE when they cannot
   */
  RowPlan plan() {
    RowPlan.Outcome outcome = RowPlan.compileForAvro(source, schema, defaultedColumns);
    if (outcome instanceof RowPlan.Outcome.Ready ready) {
      return ready.plan();
    }
    if (outcome instanceof RowPlan.Outcome.MissingColumns missing) {
      throw new IngestException(
          ErrorCode.SCHEMA_MISMATCH,
          "Rows for "
              + destination
              + " carry columns that the table lacks: "
              + missing.columns().stream().map(StagedTable::path).toList()
              + ". Add the columns, or leave the fields out.");
    }
    if (outcome instanceof RowPlan.Outcome.Refused refused) {
      throw new IngestException(
          ErrorCode.UNSUPPORTED_TYPE,
          "Rows do not fit table " + destination + ": " + String.join(" ", refused.reasons()));
    }
    throw new AssertionError(outcome);
  }

  private static String path(RowPlan.MissingColumn missing) {
    Stream<String> parents = missing.parentPath().stream();
    return Stream.concat(parents, Stream.of(missing.field().name()))
        .reduce((left, right) -> left + "." + right)
        .orElseThrow();
  }

  String avroSchema() {
    return AvroSchema.of(source, schema).json();
  }
}
