package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import dev.penstock.core.encode.EncodedRows;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows that a caller encodes, on a local BigQuery. */
class EncodedRowsIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("encoded");

  private static final TableSchema COLUMNS =
      new TableSchema(
          List.of(
              Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED),
              Column.struct(
                  "place",
                  ColumnMode.NULLABLE,
                  List.of(Column.nullable("town", ColumnType.STRING)))));

  private static FieldDescriptorProto.Builder field(
      String name, int tag, FieldDescriptorProto.Type type) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(tag)
        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
        .setType(type);
  }

  /** Two messages side by side in a package, which a write stream does not take as they are. */
  private static Descriptor orders() throws DescriptorValidationException {
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("orders.proto")
            .setPackage("shop")
            .addMessageType(
                DescriptorProto.newBuilder()
                    .setName("Place")
                    .addField(field("town", 1, FieldDescriptorProto.Type.TYPE_STRING)))
            .addMessageType(
                DescriptorProto.newBuilder()
                    .setName("Order")
                    .addField(field("id", 3, FieldDescriptorProto.Type.TYPE_INT64))
                    .addField(
                        field("place", 18_999, FieldDescriptorProto.Type.TYPE_MESSAGE)
                            .setTypeName(".shop.Place")))
            .build();
    return FileDescriptor.buildFrom(file, new FileDescriptor[0]).findMessageTypeByName("Order");
  }

  private static ByteString row(Descriptor order, long id, String town) {
    Descriptor place = order.findFieldByName("place").getMessageType();
    return DynamicMessage.newBuilder(order)
        .setField(order.findFieldByName("id"), id)
        .setField(
            order.findFieldByName("place"),
            DynamicMessage.newBuilder(place).setField(place.findFieldByName("town"), town).build())
        .build()
        .toByteString();
  }

  @Test
  void travelAsTheyAreAndMakeTheirTable() throws Exception {
    Descriptor order = orders();
    EncodedRows rows = EncodedRows.of(order, COLUMNS, true);
    try (LocalWriters task = new LocalWriters(BIGQUERY)) {
      TableWriter writer = task.writer("encoded", "orders");
      writer.append(rows, row(order, 1, "Ulm"), ChangeType.UPSERT, SequenceNumber.of(1), 1);
      writer.append(rows, row(order, 2, "Bonn"), ChangeType.UPSERT, SequenceNumber.of(1), 2);
      writer.append(rows, row(order, 1, ""), ChangeType.DELETE, SequenceNumber.of(2), 3);
      task.drain(3);
    }

    assertThat(BIGQUERY.table("encoded", "orders").rows())
        .containsExactly(Map.of("id", 2L, "place", Map.of("town", "Bonn")));
  }

  @Test
  void areRefusedWhenTheTableLacksColumns() throws Exception {
    BIGQUERY
        .client()
        .query(
            com.google.cloud.bigquery.QueryJobConfiguration.of(
                "CREATE TABLE `"
                    + BIGQUERY.project()
                    + ".encoded.narrow` (id INT64, PRIMARY KEY (id) NOT ENFORCED)"));
    Descriptor order = orders();
    EncodedRows rows = EncodedRows.of(order, COLUMNS, true);
    TablePolicy noColumns =
        TablePolicy.builder().createTable(true).primaryKey(List.of("id")).build();
    try (LocalWriters task = new LocalWriters(BIGQUERY)) {
      TableWriter writer = task.writer("encoded", "narrow", noColumns);
      assertThatThrownBy(
              () -> writer.append(rows, row(order, 1, "Ulm"), ChangeType.UPSERT, null, 1))
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_MISMATCH))
          .hasMessageContaining("carry columns that the table lacks: [place]");
    }
  }
}
