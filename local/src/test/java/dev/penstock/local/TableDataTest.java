package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQuery.TableDataListOption;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.FieldValueList;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.Table;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableResult;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** tabledata.list and what tables.get says of rows. */
@Tag("protocol")
class TableDataTest {
  private static final Schema SCHEMA =
      Schema.of(
          Field.of("id", StandardSQLTypeName.INT64), Field.of("name", StandardSQLTypeName.STRING));

  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    clients = LocalClients.inMemory();
    clients.createTable("t", SCHEMA.getFields().get(0), SCHEMA.getFields().get(1));
    ByteString[] rows = new ByteString[25];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row((long) i, "n" + i);
    }
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("t"), schema("id:INT64", "name:STRING"), rows));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  @Test
  @Fact({"RT-175", "RT-177"})
  void pagesOverOneSnapshotInStorageOrder() throws InterruptedException {
    TableResult first =
        clients.rest.listTableData(TableId.of("d", "t"), SCHEMA, TableDataListOption.pageSize(10));
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(
          request(streamName("t"), schema("id:INT64", "name:STRING"), row(99L, "later")));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
    List<Long> ids = new ArrayList<>();
    for (FieldValueList row : first.iterateAll()) {
      ids.add(row.get("id").getLongValue());
    }

    assertThat(first.getTotalRows()).isEqualTo(25);
    assertThat(ids).hasSize(25).startsWith(0L, 1L, 2L).endsWith(23L, 24L).isSorted();
  }

  @Test
  void manyListingsGoOnAtOnce() {
    List<TableResult> listings = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      listings.add(
          clients.rest.listTableData(
              TableId.of("d", "t"), SCHEMA, TableDataListOption.pageSize(10)));
    }

    for (TableResult listing : listings) {
      assertThat(listing.iterateAll()).hasSizeGreaterThanOrEqualTo(25);
    }
  }

  @Test
  void aTokenIsGoodForItsTableOnly() {
    clients.createTable("other", SCHEMA.getFields().get(0));
    TableResult first =
        clients.rest.listTableData(TableId.of("d", "t"), SCHEMA, TableDataListOption.pageSize(10));

    assertThatThrownBy(
            () ->
                clients.rest.listTableData(
                    TableId.of("d", "other"),
                    SCHEMA,
                    TableDataListOption.pageToken(first.getNextPageToken())))
        .hasMessageContaining("Invalid page token");
  }

  @Test
  @Fact({"RT-022", "WA-208"})
  void countsStreamedRowsInTheStreamingBuffer() {
    Table table = clients.rest.getTable(TableId.of("d", "t"));

    assertThat(table.getNumRows()).isZero();
    assertThat(
            ((com.google.cloud.bigquery.StandardTableDefinition) table.getDefinition())
                .getStreamingBuffer()
                .getEstimatedRows())
        .isGreaterThanOrEqualTo(25L);
  }

  @Test
  @Fact("RT-175")
  void startsAtAnIndexAndSelectsFields() {
    TableResult page =
        clients.rest.listTableData(
            TableId.of("d", "t"),
            SCHEMA,
            TableDataListOption.startIndex(20),
            TableDataListOption.pageSize(3));

    assertThat(page.getValues())
        .extracting(row -> row.get("name").getStringValue())
        .containsExactly("n20", "n21", "n22");
  }
}
