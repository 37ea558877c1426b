package dev.penstock.core.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.services.bigquery.model.Table;
import com.google.api.services.bigquery.model.TableFieldSchema;
import com.google.api.services.bigquery.model.TableSchema;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.job.JobTarget.SchemaChange;
import dev.penstock.core.job.WriteDisposition;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.ScriptedTables;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.FakeTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a table is made fit for the files that are loaded into it. */
class ServiceTablesTest {
  private static final Destination T = new Destination("p", "d", "t");

  private final ScriptedTables server = ScriptedTables.start();
  private final BigQueryConnection connection =
      BigQueryConnection.open(new Endpoint.Emulator(server.uri(), "127.0.0.1:1"), "p", "test/1");

  @BeforeEach
  void putATable() {
    List<TableFieldSchema> fields = new ArrayList<>();
    fields.add(new TableFieldSchema().setName("id").setType("INTEGER").setMode("REQUIRED"));
    fields.add(new TableFieldSchema().setName("old").setType("STRING").setMode("REQUIRED"));
    server.put("t", new Table().setSchema(new TableSchema().setFields(fields)));
  }

  @AfterEach
  void close() {
    connection.close();
    server.close();
  }

  private CommitTarget prepare(TablePolicy policy, Column... files) {
    return new ServiceTables(
            new TableAdmin(connection, new FakeTime()),
            WriteDisposition.APPEND,
            destination -> new ServiceTables.Wanted(policy, List.of(files)))
        .prepare(T);
  }

  @Test
  void columnsAreAddedAndRelaxedInOneCallWhereThatIsAllowed() {
    CommitTarget target =
        prepare(
            TablePolicy.builder().addColumns(true).relaxRequired(true).build(),
            Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED),
            Column.nullable("more", ColumnType.DATE));

    assertThat(target.schema().columns())
        .containsExactly(
            Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED),
            Column.nullable("old", ColumnType.STRING),
            Column.nullable("more", ColumnType.DATE));
    assertThat(target.changes())
        .containsExactlyInAnyOrder(
            SchemaChange.ALLOW_FIELD_ADDITION, SchemaChange.ALLOW_FIELD_RELAXATION);
    assertThat(server.calls()).containsExactly("GET t", "GET t", "PATCH t");
  }

  @Test
  void theColumnsOfTheTableCountWhereNothingIsAllowed() {
    CommitTarget target =
        prepare(
            TablePolicy.asItIs(),
            Column.nullable("id", ColumnType.STRING),
            Column.nullable("more", ColumnType.DATE));

    assertThat(target.schema().columns())
        .containsExactly(
            Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED),
            Column.of("old", ColumnType.STRING, ColumnMode.REQUIRED));
    assertThat(target.changes()).isEmpty();
    assertThat(server.calls()).containsExactly("GET t");
  }

  @Test
  void filesOfAnotherTypeAreRefusedBeforeAnyJob() {
    assertThatThrownBy(
            () ->
                prepare(
                    TablePolicy.builder().addColumns(true).build(),
                    Column.nullable("id", ColumnType.STRING)))
        .hasMessage(
            "Table p.d.t does not hold the rows: column 'id' is INT64 there and STRING in the rows."
                + " Change the type on one side, or write to another table.");
  }
}
