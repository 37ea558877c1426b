package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DynamicMessage;
import dev.penstock.core.encode.RowPlan.MissingColumn;
import dev.penstock.core.encode.RowPlan.Outcome;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.sequence.SequenceNumber;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RowPlanTest {
  private static final SourceField ID = SourceField.of("id", ValueKind.LONG, false);
  private static final SourceField NAME = SourceField.of("name", ValueKind.TEXT, true);
  private static final Column ID_COLUMN = Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED);
  private static final Column NAME_COLUMN = Column.nullable("name", ColumnType.STRING);

  private static Outcome compile(
      List<SourceField> fields, List<Column> columns, ChangeType change, String... key) {
    RowDescriptor descriptor = RowDescriptor.of(new TableSchema(columns), change.isChange());
    return RowPlan.compile(new SourceSchema(fields), descriptor, change, List.of(key));
  }

  private static List<String> refusals(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Refused.class);
    return ((Outcome.Refused) outcome).reasons();
  }

  private static Map<String, Object> values(DynamicMessage message) {
    Map<String, Object> values = new TreeMap<>();
    message.getAllFields().forEach((field, value) -> values.put(field.getName(), value));
    return values;
  }

  @Test
  void writesChangeTypeAndSequenceOfAnUpsert() {
    Encoding encoding =
        Encoding.of(
            List.of(ID, NAME), List.of(ID_COLUMN, NAME_COLUMN), ChangeType.UPSERT, List.of("id"));

    var message = encoding.message(FakeRow.of(7L, "n"), SequenceNumber.of(3, -1L, 0x412));

    assertThat(values(message))
        .isEqualTo(
            Map.of(
                "_CHANGE_TYPE", "UPSERT",
                "_CHANGE_SEQUENCE_NUMBER", "3/ffffffffffffffff/412",
                "id", 7L,
                "name", "n"));
  }

  @Test
  void writesNoSequenceWhenThereIsNone() {
    Encoding encoding =
        Encoding.of(List.of(ID), List.of(ID_COLUMN), ChangeType.UPSERT, List.of("id"));

    assertThat(values(encoding.message(FakeRow.of(7L))))
        .isEqualTo(Map.of("_CHANGE_TYPE", "UPSERT", "id", 7L));
  }

  @Test
  void writesOnlyKeyAndFillersOfADelete() {
    Column required = Column.of("note", ColumnType.STRING, ColumnMode.REQUIRED);
    Column struct =
        Column.struct(
            "place",
            ColumnMode.REQUIRED,
            List.of(
                Column.of("x", ColumnType.FLOAT64, ColumnMode.REQUIRED),
                Column.nullable("y", ColumnType.FLOAT64)));
    Encoding encoding =
        Encoding.of(
            List.of(NAME, ID, SourceField.of("note", ValueKind.TEXT, true)),
            List.of(ID_COLUMN, NAME_COLUMN, required, struct),
            ChangeType.DELETE,
            List.of("ID"));

    // The note is no UTF-16, and the DELETE must not care.
    var message = encoding.message(FakeRow.of("n", 7L, "\uD800"), SequenceNumber.of(1));

    assertThat(values(message))
        .containsOnlyKeys("_CHANGE_TYPE", "_CHANGE_SEQUENCE_NUMBER", "id", "note", "place")
        .containsEntry("_CHANGE_TYPE", "DELETE")
        .containsEntry("id", 7L)
        .containsEntry("note", "");
    assertThat(values(message).get("place")).hasToString("x: 0.0\n");
  }

  @Test
  void fillsEveryTypeThatADeleteMayMeet() {
    List<Column> columns =
        Arrays.stream(ColumnType.values())
            .filter(type -> type != ColumnType.STRUCT && type != ColumnType.RANGE)
            .map(type -> Column.of(type.name(), type, ColumnMode.REQUIRED))
            .toList();
    Encoding encoding =
        Encoding.of(
            List.of(SourceField.of("INT64", ValueKind.LONG, false)),
            columns,
            ChangeType.DELETE,
            List.of("INT64"));

    assertThat(values(encoding.message(FakeRow.of(1L)))).hasSize(1 + 14);
  }

  @Test
  void matchesNamesWithoutRegardToCase() {
    Encoding encoding =
        Encoding.appending(
            List.of(SourceField.of("Title", ValueKind.TEXT, true)),
            List.of(Column.nullable("TITLE", ColumnType.STRING)));

    assertThat(values(encoding.message(FakeRow.of("t")))).isEqualTo(Map.of("TITLE", "t"));
  }

  @Test
  void refusesANullKey() {
    Encoding encoding =
        Encoding.of(List.of(NAME), List.of(NAME_COLUMN), ChangeType.DELETE, List.of("name"));

    assertThat(encoding.fault(FakeRow.of((Object) null)).message())
        .isEqualTo(
            "Column 'name' is STRING, and the value is NULL, which no primary key column may be"
                + " (CDC-020). Correct it at the source, or choose another key.");
  }

  @Test
  void listsMissingColumnsWithTheirPaths() {
    SourceField street = SourceField.of("street", ValueKind.TEXT, true);
    SourceField zip = SourceField.of("zip", ValueKind.LONG, true);
    SourceField address = SourceField.struct("address", true, List.of(street, zip));
    Column addressColumn =
        Column.struct(
            "address", ColumnMode.NULLABLE, List.of(Column.nullable("street", ColumnType.STRING)));

    Outcome outcome =
        compile(List.of(ID, NAME, address), List.of(ID_COLUMN, addressColumn), ChangeType.APPEND);

    assertThat(outcome)
        .isEqualTo(
            new Outcome.MissingColumns(
                List.of(
                    new MissingColumn(List.of(), NAME),
                    new MissingColumn(List.of("address"), zip))));
  }

  @Test
  void needsNoColumnForFieldsThatADeleteLeavesOut() {
    assertThat(compile(List.of(ID, NAME), List.of(ID_COLUMN), ChangeType.DELETE, "id"))
        .isInstanceOf(Outcome.Ready.class);
  }

  @Test
  void listsAllRefusalsAtOnce() {
    SourceField list = SourceField.list("l", true, NAME);
    Outcome outcome =
        compile(
            List.of(
                SourceField.of("a", ValueKind.TEXT, true),
                SourceField.of("A", ValueKind.TEXT, true),
                SourceField.of("b", ValueKind.BYTES, true),
                SourceField.list("n", true, list),
                SourceField.struct("empty", true, List.of()),
                SourceField.of("r", ValueKind.TEXT, true),
                list),
            List.of(
                Column.nullable("a", ColumnType.INT64),
                Column.of("b", ColumnType.STRING, ColumnMode.REPEATED),
                Column.nullable("r", ColumnType.RANGE),
                Column.nullable("l", ColumnType.STRING)),
            ChangeType.APPEND);

    assertThat(refusals(outcome))
        .containsExactly(
            "Field 'a' (TEXT) cannot be written to a column of type INT64. Make the column one of"
                + " [STRING, JSON, GEOGRAPHY, INTERVAL, RANGE], or convert the field before it gets"
                + " here.",
            "Field 'A' occurs twice, and BigQuery does not tell names apart by case. Rename one.",
            "Field 'b' (BYTES) cannot be written to a column of type ARRAY<STRING>. Make the column"
                + " no array, or send a list.",
            "Field 'n' is a list of lists, and BigQuery has no array of arrays. Wrap the inner list"
                + " in a struct, or leave the field out.",
            "Field 'empty' is a struct without fields, and BigQuery has no such type. Leave the"
                + " field out.",
            "Field 'r' (TEXT) cannot be written to a column of type RANGE. The schema of the table"
                + " does not say of what its ranges are. Say it, or leave the field out.",
            "Field 'l' (LIST of TEXT) cannot be written to a column of type STRING. Make the column"
                + " an array, or JSON.");
  }

  @Test
  void refusesChangesWithoutAKey() {
    assertThat(refusals(compile(List.of(ID), List.of(ID_COLUMN), ChangeType.UPSERT)))
        .containsExactly(
            "The table has no primary key, and changes need one. Add it with ALTER TABLE ... ADD"
                + " PRIMARY KEY (...) NOT ENFORCED.");
  }

  @Test
  void refusesChangesWhoseSourceLacksAKeyColumn() {
    assertThat(
            refusals(
                compile(List.of(NAME), List.of(ID_COLUMN, NAME_COLUMN), ChangeType.DELETE, "id")))
        .containsExactly(
            "Primary key column 'id' has no field in the source. Add the field to key or value, or"
                + " choose another key.");
  }

  @Test
  void refusesAnUpsertThatCannotFillARequiredColumn() {
    Column required = Column.of("note", ColumnType.STRING, ColumnMode.REQUIRED);

    assertThat(
            refusals(compile(List.of(ID), List.of(ID_COLUMN, required), ChangeType.UPSERT, "id")))
        .containsExactly(
            "Column 'note' is STRING NOT NULL, and the source has no such field. Add the field,"
                + " or make the column NULLABLE if it is no key.");
  }

  @Test
  void leavesRequiredColumnsWithADefaultToTheService() {
    Column required = Column.of("Note", ColumnType.STRING, ColumnMode.REQUIRED);
    RowDescriptor descriptor =
        RowDescriptor.of(new TableSchema(List.of(ID_COLUMN, required)), true);

    assertThat(
            RowPlan.compile(
                new SourceSchema(List.of(ID)),
                descriptor,
                ChangeType.UPSERT,
                List.of("id"),
                List.of("note")))
        .isInstanceOf(Outcome.Ready.class);
  }

  @Test
  void refusesFieldsThatWouldNestTooDeep() {
    SourceField field = NAME;
    for (int i = 0; i < 15; i++) {
      field = SourceField.struct("s", true, List.of(field));
    }

    assertThat(refusals(compile(List.of(field), List.of(), ChangeType.APPEND)))
        .containsExactly(
            "Field 's' would be nested more than 15 levels deep. Flatten it, or leave it out.");
  }

  @Test
  void refusesADescriptorOfTheOtherConnection() {
    RowDescriptor plain = RowDescriptor.of(new TableSchema(List.of(ID_COLUMN)), false);

    assertThatThrownBy(
            () ->
                RowPlan.compile(
                    new SourceSchema(List.of(ID)), plain, ChangeType.UPSERT, List.of("id")))
        .hasMessage("change: UPSERT (expected: a descriptor made for changes, or APPEND)");
  }
}
