package dev.penstock.core.table;

import com.google.api.services.bigquery.model.Table;
import com.google.api.services.bigquery.model.TableConstraints;
import com.google.api.services.bigquery.model.TableFieldSchema;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table as the service showed it last. Immutable. */
public final class LiveTable {
  private final Destination destination;
  private final Table rest;
  private final TableSchema schema;
  private final List<String> primaryKey;

  LiveTable(Destination destination, Table rest) {
    this.destination = destination;
    this.rest = rest;
    this.schema = SchemaForms.fromRest(rest.getSchema());
    this.primaryKey = keyOf(rest.getTableConstraints());
  }

  private static List<String> keyOf(@Nullable TableConstraints constraints) {
    return constraints == null
            || constraints.getPrimaryKey() == null
            || constraints.getPrimaryKey().getColumns() == null
        ? List.of()
        : List.copyOf(constraints.getPrimaryKey().getColumns());
  }

  /** Which table it is. */
  public Destination destination() {
    return destination;
  }

  /** Its columns. */
  public TableSchema schema() {
    return schema;
  }

  /** The columns of its primary key; empty when it has none. */
  public List<String> primaryKey() {
    return primaryKey;
  }

  /** Its labels. */
  public Map<String, String> labels() {
    return rest.getLabels() == null ? Map.of() : Map.copyOf(rest.getLabels());
  }

  /** Where its data lies, for example {@code US}; empty when the service did not say. */
  public String location() {
    return rest.getLocation() == null ? "" : rest.getLocation();
  }

  /** When it was created, in milliseconds since 1970; a table made anew has another time. */
  public long createdMillis() {
    return rest.getCreationTime() == null ? 0 : rest.getCreationTime();
  }

  /** The form that holds what this engine has no word for. Do not change it. */
  Table rest() {
    return rest;
  }

  /** The names of the columns with a default expression. */
  public List<String> defaultedColumns() {
    return restSchema().getFields().stream()
        .filter(field -> field.getDefaultValueExpression() != null)
        .map(TableFieldSchema::getName)
        .toList();
  }

  /** Whether it holds rows of exactly these columns and types; it may have more. */
  public boolean holds(TableSchema rows) {
    return SchemaUnion.differences(this, rows).isEmpty();
  }

  /** Whether {@link TableAdmin#loosen} has nothing to do. */
  public boolean isLooseFor(List<Column> rows, TablePolicy policy) {
    return !(policy.relaxRequired() || policy.widenTypes())
        || SchemaUnion.loosened(this, rows, policy).byRest().isEmpty();
  }

  /** What it is partitioned by; empty when it is not. */
  public Optional<PartitionSpec> partition() {
    return TableForms.partitionOf(rest);
  }

  /** Its clustering columns in order; empty when it has none. */
  public List<String> clustering() {
    return rest.getClustering() == null || rest.getClustering().getFields() == null
        ? List.of()
        : List.copyOf(rest.getClustering().getFields());
  }

  /**
   * Checks that it is a table.
   *
   * @throws IngestException TABLE_UNSUITABLE when it is a view or another thing without rows of its
   *     own
   */
  public void requireTable() {
    String type = rest.getType();
    if (type != null && !type.equals("TABLE")) {
      throw new IngestException(
          ErrorCode.TABLE_UNSUITABLE,
          destination + " is a " + type + " and takes no rows. Write to a table.");
    }
  }

  /** Whether queries must name partitions. */
  public boolean requiresPartitionFilter() {
    return TableForms.requiresPartitionFilter(rest);
  }

  /** What else it has that a new table in its place would lack, in words. */
  public List<String> extras() {
    return TableForms.extrasOf(rest);
  }

  /** Rows that it holds, those in its streaming buffer left out (RT-022). */
  public long rows() {
    return rest.getNumRows() == null ? 0 : rest.getNumRows().longValue();
  }

  /**
   * What differs once rows or columns changed, or the table was made anew. Rows of streams show
   * late.
   */
  public String version() {
    return rest.getCreationTime()
        + " "
        + rest.getLastModifiedTime()
        + " "
        + rest.getNumRows()
        + " "
        + (rest.getStreamingBuffer() == null ? null : rest.getStreamingBuffer().getEstimatedRows());
  }

  /** When the service drops it, in milliseconds since 1970; 0 for never. */
  public long expirationMillis() {
    return rest.getExpirationTime() == null ? 0 : rest.getExpirationTime();
  }

  /** Whether rows that came by streams are not yet where copies see them (WA-208). */
  public boolean hasStreamingBuffer() {
    return rest.getStreamingBuffer() != null;
  }

  com.google.api.services.bigquery.model.TableSchema restSchema() {
    com.google.api.services.bigquery.model.TableSchema schema = rest.getSchema();
    return schema == null || schema.getFields() == null
        ? new com.google.api.services.bigquery.model.TableSchema().setFields(new ArrayList<>())
        : schema;
  }

  String etag() {
    return rest.getEtag() == null ? "" : rest.getEtag();
  }

  boolean isKeyColumn(String name) {
    return primaryKey.stream().anyMatch(name::equalsIgnoreCase);
  }
}
