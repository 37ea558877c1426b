package dev.penstock.architecture.matrix;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;

/** INSERT INTO a table of the connector. */
final class FlinkSqlRoad implements Road {
  @Override
  public String name() {
    return "flink-sql";
  }

  @Override
  public String title() {
    return "Flink SQL";
  }

  @Override
  public boolean isAllOrNothing() {
    return true;
  }

  @Override
  public int write(MatrixTable table, List<MatrixRow> rows) throws Exception {
    FlinkRows values = new FlinkRows(table.filled(rows));
    StreamExecutionEnvironment env = FlinkJobs.environment();
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    tables.getConfig().set("table.local-time-zone", "UTC");
    tables.createTemporaryView(
        "source",
        tables.fromDataStream(
            env.fromData(rows.stream().map(values::of).toList(), values.typeInfo()),
            values.schema()));
    tables.executeSql("CREATE TABLE sink (" + columns(values.type()) + ")" + with(table));
    tables.executeSql("INSERT INTO sink SELECT * FROM source").await();
    return 0;
  }

  private static String columns(DataType type) {
    return ((RowType) type.getLogicalType())
        .getFields().stream()
            .map(field -> "`" + field.getName() + "` " + field.getType().asSerializableString())
            .collect(Collectors.joining(", "));
  }

  private static String with(MatrixTable table) {
    return " WITH ('connector' = 'bigquery', 'project' = '"
        + table.server().project()
        + "', 'dataset' = '"
        + table.dataset()
        + "', 'table' = '"
        + table.name()
        + "', 'emulator-endpoint' = '"
        + table.server().grpcTarget()
        + "', 'emulator-rest-endpoint' = '"
        + table.restAuthority()
        + "')";
  }
}
