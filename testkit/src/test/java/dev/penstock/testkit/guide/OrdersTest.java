package dev.penstock.testkit.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.PrimaryKey;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableConstraints;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.testkit.LocalBigQueryExtension;
import dev.penstock.testkit.tap.AppendTap;
import dev.penstock.testkit.tap.AppendedRow;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OrdersTest {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("shop");

  @BeforeAll
  static void createTable() {
    Field id =
        Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Field.Mode.REQUIRED).build();
    PrimaryKey key = PrimaryKey.newBuilder().setColumns(List.of("id")).build();
    StandardTableDefinition orders =
        StandardTableDefinition.newBuilder()
            .setSchema(Schema.of(id))
            .setTableConstraints(TableConstraints.newBuilder().setPrimaryKey(key).build())
            .build();
    BIGQUERY.client().create(TableInfo.of(TableId.of("shop", "orders"), orders));
  }

  @Test
  void storesAnOrder() throws Exception {
    try (OrderWriter orders = new OrderWriter(BIGQUERY.writeSettings(), BIGQUERY.project())) {
      orders.write(17);
    }

    assertThat(BIGQUERY.table("shop", "orders").rows()).contains(Map.of("id", 17L));
  }

  @Test
  void tellsOfARefusedOrder() throws Exception {
    BIGQUERY.faults().add("AppendRows", "orders", 1, 1, new Fault.Fail("ABORTED", "not today"));
    try (OrderWriter orders = new OrderWriter(BIGQUERY.writeSettings(), BIGQUERY.project())) {
      assertThatThrownBy(() -> orders.write(18)).hasMessageContaining("not today");
    } finally {
      BIGQUERY.faults().clear();
    }
  }

  @Test
  void deletesWithADeleteRow() throws Exception {
    try (AppendTap tap = AppendTap.start(BIGQUERY.grpcTarget());
        OrderWriter orders =
            new OrderWriter(BIGQUERY.writeSettings(tap.target()), BIGQUERY.project())) {
      orders.delete(19);

      assertThat(tap.takeRows()).extracting(AppendedRow::changeType).containsExactly("DELETE");
    }
  }
}
