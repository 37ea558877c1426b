package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.storage.v1.AnnotationsProto;
import com.google.cloud.bigquery.storage.v1.BQTableSchemaToProtoDescriptor;
import com.google.cloud.bigquery.storage.v1.TableFieldSchema;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RowDescriptorTest {
  private static final Column A = Column.nullable("a", ColumnType.INT64);
  private static final Column B = Column.nullable("b", ColumnType.STRING);

  private static RowDescriptor of(boolean change, Column... columns) {
    return RowDescriptor.of(new TableSchema(List.of(columns)), change);
  }

  private static List<String> fields(DescriptorProto message) {
    return message.getFieldList().stream().map(f -> f.getNumber() + " " + f.getName()).toList();
  }

  @Test
  void putsThePseudoColumnsFirst() {
    assertThat(fields(of(true, A, B).toProto()))
        .containsExactly("1 _CHANGE_TYPE", "2 _CHANGE_SEQUENCE_NUMBER", "3 a", "4 b");
  }

  @Test
  void hasNoPseudoColumnsForPlainRows() {
    assertThat(fields(of(false, A, B).toProto())).containsExactly("1 a", "2 b");
  }

  @Test
  void choosesTheTypesOfGooglesConverter() throws DescriptorValidationException {
    List<ColumnType> types =
        Arrays.stream(ColumnType.values())
            .filter(type -> type != ColumnType.STRUCT && type != ColumnType.RANGE)
            .toList();
    var google = com.google.cloud.bigquery.storage.v1.TableSchema.newBuilder();
    for (ColumnType type : types) {
      String wireName = type == ColumnType.FLOAT64 ? "DOUBLE" : type.name();
      google.addFields(
          TableFieldSchema.newBuilder()
              .setName(type.name())
              .setType(TableFieldSchema.Type.valueOf(wireName))
              .setMode(TableFieldSchema.Mode.NULLABLE));
    }
    Descriptor expected =
        BQTableSchemaToProtoDescriptor.convertBQTableSchemaToProtoDescriptor(google.build());

    DescriptorProto ours =
        of(
                false,
                types.stream()
                    .map(type -> Column.nullable(type.name(), type))
                    .toArray(Column[]::new))
            .toProto();

    assertThat(ours.getFieldList())
        .extracting(FieldDescriptorProto::getType)
        .isEqualTo(expected.getFields().stream().map(f -> f.toProto().getType()).toList());
  }

  @Test
  void marksFieldsOptionalOrRepeatedOnly() {
    DescriptorProto message =
        of(
                false,
                Column.of("r", ColumnType.INT64, ColumnMode.REQUIRED),
                Column.of("l", ColumnType.INT64, ColumnMode.REPEATED))
            .toProto();

    assertThat(message.getFieldList())
        .extracting(FieldDescriptorProto::getLabel)
        .containsExactly(Label.LABEL_OPTIONAL, Label.LABEL_REPEATED);
  }

  @Test
  void carriesFlexibleNamesInTheAnnotation() throws InvalidProtocolBufferException {
    Column flexible = Column.nullable("naïve 名前-1", ColumnType.STRING);
    Column taken = Column.nullable("col_1", ColumnType.STRING);
    ExtensionRegistry registry = ExtensionRegistry.newInstance();
    AnnotationsProto.registerAllExtensions(registry);

    DescriptorProto message =
        DescriptorProto.parseFrom(of(false, flexible, taken).toProto().toByteString(), registry);

    assertThat(fields(message)).containsExactly("1 col_1_", "2 col_1");
    assertThat(message.getField(0).getOptions().getExtension(AnnotationsProto.columnName))
        .isEqualTo("naïve 名前-1");
    assertThat(message.getField(1).hasOptions()).isFalse();
  }

  @Test
  void namesNestedTypesApartFromColumns() {
    Column struct = Column.struct("s", ColumnMode.NULLABLE, List.of(A));
    RowDescriptor descriptor = of(false, struct, Column.nullable("struct_1", ColumnType.INT64));

    assertThat(descriptor.toProto().getField(0).getTypeName()).isEqualTo("struct_1_");
    assertThat(Encoding.descriptor(descriptor).getFields().get(0).getMessageType().getFields())
        .extracting(field -> field.getName())
        .containsExactly("a");
  }

  @Test
  void leavesRangesOutWhoseBoundsNobodyTold() {
    RowDescriptor descriptor = of(false, Column.nullable("r", ColumnType.RANGE), A);

    assertThat(fields(descriptor.toProto())).containsExactly("2 a");
    assertThat(descriptor.schema().columns()).hasSize(2);
  }

  @Test
  void writesRangesAsGooglesConverterDoes() throws DescriptorValidationException {
    Column range = Column.range("r", ColumnMode.NULLABLE, ColumnType.DATETIME);
    Descriptor expected =
        BQTableSchemaToProtoDescriptor.convertBQTableSchemaToProtoDescriptor(
            SchemaForms.toProto(new TableSchema(List.of(range))));

    assertThat(
            Encoding.descriptor(of(false, range)).getFields().get(0).getMessageType().getFields())
        .extracting(field -> field.getName() + " " + field.getType())
        .isEqualTo(
            expected.getFields().get(0).getMessageType().getFields().stream()
                .map(field -> field.getName() + " " + field.getType())
                .toList())
        .containsExactly("start INT64", "end INT64");
  }

  @Test
  void skipsTheNumbersThatProtobufReserves() {
    Column[] columns = new Column[19_001];
    Arrays.setAll(columns, i -> Column.nullable("c" + i, ColumnType.INT64));

    DescriptorProto message = of(false, columns).toProto();

    assertThat(message.getField(18_998).getNumber()).isEqualTo(18_999);
    assertThat(message.getField(18_999).getNumber()).isEqualTo(20_000);
  }

  @Test
  void growsWithoutMovingTags() {
    Column struct = Column.struct("s", ColumnMode.NULLABLE, List.of(A));
    Column grownStruct = Column.struct("s", ColumnMode.NULLABLE, List.of(B, A));
    RowDescriptor old = of(true, A, struct);

    RowDescriptor grown = old.grow(new TableSchema(List.of(B, grownStruct, A)));

    assertThat(fields(grown.toProto()))
        .containsExactly("1 _CHANGE_TYPE", "2 _CHANGE_SEQUENCE_NUMBER", "3 a", "4 s", "5 b");
    assertThat(fields(grown.toProto().getNestedType(0))).containsExactly("1 a", "2 b");
    assertThat(grown.schema())
        .isEqualTo(
            new TableSchema(List.of(A, Column.struct("s", ColumnMode.NULLABLE, List.of(A, B)), B)));
  }

  @Test
  void isTheSameWhenNothingIsNew() {
    RowDescriptor old = of(true, A, B);

    assertThat(old.grow(new TableSchema(List.of(B, A)))).isSameAs(old);
    assertThat(old.grow(new TableSchema(List.of(A)))).isSameAs(old);
  }

  @Test
  void takesNewModesAndParameters() {
    RowDescriptor old = of(true, A.withMode(ColumnMode.REQUIRED));

    assertThat(old.grow(new TableSchema(List.of(A))).schema().columns()).containsExactly(A);
  }

  @Test
  void refusesAColumnWhoseTypeChanged() {
    RowDescriptor old = of(false, Column.struct("s", ColumnMode.NULLABLE, List.of(A)));
    TableSchema newer =
        new TableSchema(
            List.of(
                Column.struct(
                    "s", ColumnMode.NULLABLE, List.of(Column.nullable("a", ColumnType.NUMERIC)))));

    assertThatThrownBy(() -> old.grow(newer))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_MISMATCH))
        .hasMessage(
            "Column 's.a' changed from INT64 to NUMERIC while rows were on their way. Start a new"
                + " writer for the table.");
  }
}
