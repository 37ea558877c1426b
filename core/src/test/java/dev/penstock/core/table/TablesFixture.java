package dev.penstock.core.table;

import com.google.api.services.bigquery.model.Table;
import com.google.api.services.bigquery.model.TableFieldSchema;
import com.google.api.services.bigquery.model.TableSchema;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.FakeTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The administration of tables on a scripted server, and what its tests need. One owner thread. */
final class TablesFixture implements AutoCloseable {
  static final Destination T = new Destination("p", "d", "t");
  static final List<Column> COLUMNS =
      List.of(
          Column.nullable("a", ColumnType.INT64),
          Column.nullable("b", ColumnType.STRING),
          Column.nullable("c", ColumnType.FLOAT64));

  final ScriptedTables server = ScriptedTables.start();
  final BigQueryConnection connection =
      BigQueryConnection.open(new Endpoint.Emulator(server.uri(), "127.0.0.1:1"), "p", "test/1");
  final FakeTime time = new FakeTime();
  final TableAdmin admin = new TableAdmin(connection, time);

  static TablePolicy policy(String... key) {
    return TablePolicy.forChanges(List.of(key));
  }

  static TablePolicy may(boolean create, boolean relax, boolean addKey, String... key) {
    return TablePolicy.builder()
        .createTable(create)
        .addColumns(true)
        .relaxRequired(relax)
        .primaryKey(List.of(key))
        .addPrimaryKey(addKey)
        .build();
  }

  static Table existing(@Nullable List<String> key, TableFieldSchema... fields) {
    Table table =
        new Table().setSchema(new TableSchema().setFields(new ArrayList<>(Arrays.asList(fields))));
    return key == null
        ? table
        : table.setTableConstraints(NewTable.primaryKey(new ArrayList<>(key)));
  }

  static TableFieldSchema field(String name, String type, String mode) {
    return new TableFieldSchema().setName(name).setType(type).setMode(mode);
  }

  Table live() {
    return Objects.requireNonNull(server.table("t"));
  }

  @Override
  public void close() {
    connection.close();
    server.close();
  }
}
