package dev.penstock.local.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.storage.v1.AppendRowsRequest.MissingValueInterpretation;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import dev.penstock.local.Fact;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.decode.RowSchema.RowKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangedColumnsTest {
  private static DecodedRows upsert(int columns) throws SchemaFaultException, IOException {
    List<Field> fields =
        IntStream.range(0, columns)
            .mapToObj(i -> Field.of("c" + i, FieldType.STRING, Field.Mode.NULLABLE))
            .toList();
    TableMetadata table =
        TableMetadata.draft(new TableId("p", "d", "t"), fields).withPrimaryKey(List.of("c0"));
    DescriptorProto row =
        DescriptorProto.newBuilder()
            .setName("Row")
            .addField(text("c0", 1))
            .addField(text("_CHANGE_TYPE", 2))
            .build();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeString(1, "key");
    out.writeString(2, "UPSERT");
    out.flush();
    return WriterSchema.of(row)
        .bind(table, true, InstantSource.system())
        .decode(
            List.of(ByteString.copyFrom(bytes.toByteArray())),
            new MissingValues(
                Map.of(), MissingValueInterpretation.MISSING_VALUE_INTERPRETATION_UNSPECIFIED),
            RowKind.UNDECIDED);
  }

  private static FieldDescriptorProto text(String name, int number) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
        .setType(FieldDescriptorProto.Type.TYPE_STRING)
        .build();
  }

  @Test
  @Fact("CDC-005")
  void refusesChangesOfATableOfMoreThanTwoThousandColumns()
      throws SchemaFaultException, IOException {
    assertThat(upsert(2000).faults()).isEmpty();
    assertThat(upsert(2001).faults())
        .extracting(DecodedRows.Fault::message)
        .containsExactly(
            "Table p:d.t has 2001 columns, and one that takes UPSERT rows may have at most 2000");
  }
}
