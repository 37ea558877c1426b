package dev.penstock.core.contract;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import dev.penstock.core.model.Destination;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.time.Duration;
import java.util.List;

/** One table of a local BigQuery, and what somebody else does to it. One owner thread. */
record Scene(LocalBigQueryExtension server, String dataset, String table) {
  Destination destination() {
    return new Destination(server.project(), dataset, table);
  }

  private TableId id() {
    return TableId.of(server.project(), dataset, table);
  }

  void create(StandardSQLTypeName nameType) {
    server
        .client()
        .create(
            TableInfo.of(
                id(),
                StandardTableDefinition.of(
                    Schema.of(
                        Field.of("id", StandardSQLTypeName.INT64), Field.of("name", nameType)))));
  }

  void drop() {
    if (!server.client().delete(id())) {
      throw new AssertionError("no table " + table);
    }
  }

  /** Puts another table in its place. */
  void replace() {
    drop();
    server.server().advanceClock(Duration.ofSeconds(1));
    create(StandardSQLTypeName.STRING);
  }

  /** Takes the column {@code name} off. */
  void narrow() {
    try {
      server
          .client()
          .query(
              QueryJobConfiguration.of(
                  "ALTER TABLE `" + dataset + "." + table + "` DROP COLUMN name"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets calls meet a fault, counted from now. */
  void fault(String method, int from, int to, Fault fault) {
    boolean named = !method.equals("tables.insert") && !method.startsWith("jobs.");
    server.faults().add(method, named ? table : null, from, to, fault);
  }

  /** The ids of the rows that can be read. */
  List<Long> ids() {
    server.faults().clear();
    return server.client().getTable(id()) == null
        ? List.of()
        : server.table(dataset, table).rows().stream()
            .map(row -> (Long) row.get("id"))
            .sorted()
            .toList();
  }
}
