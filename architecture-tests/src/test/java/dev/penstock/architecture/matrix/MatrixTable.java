package dev.penstock.architecture.matrix;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.Schema;
import dev.penstock.testkit.LocalBigQueryExtension;
import dev.penstock.testkit.matrix.TypeMatrix;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A table with a column for each case's id and one for each type of the matrix. Immutable.
 *
 * @param columns the columns that the road carries, without the id's
 * @param home a directory for the road's files
 */
record MatrixTable(
    LocalBigQueryExtension server, String dataset, String name, List<Field> columns, Path home) {
  static final String ID = "id";

  /** Creates the table of a road. */
  static MatrixTable create(
      LocalBigQueryExtension server, String dataset, TypeMatrix matrix, String road, Path home)
      throws InterruptedException {
    String name = road.replace('-', '_');
    String columns =
        matrix.columns().stream()
            .map(column -> ", " + column.name() + " " + column.type())
            .collect(Collectors.joining());
    server
        .client()
        .query(
            QueryJobConfiguration.of(
                "CREATE TABLE " + dataset + "." + name + " (" + ID + " STRING" + columns + ")"));
    Schema schema =
        Objects.requireNonNull(
            server.table(dataset, name).metadata().getDefinition().getSchema(), "schema");
    return new MatrixTable(
        server,
        dataset,
        name,
        matrix.columns().stream()
            .filter(column -> column.isCarriedBy(road))
            .map(column -> schema.getFields().get(column.name()))
            .toList(),
        home);
  }

  /** The columns that rows have a value for. */
  List<Field> filled(List<MatrixRow> rows) {
    Set<String> names = rows.stream().map(MatrixRow::column).collect(Collectors.toSet());
    return columns.stream().filter(column -> names.contains(column.getName())).toList();
  }

  /** {@code host:port} of the REST API. */
  String restAuthority() {
    return URI.create(server.restUrl()).getAuthority();
  }
}
