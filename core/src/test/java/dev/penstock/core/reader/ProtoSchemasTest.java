package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which columns a message type has, and what of it is refused. */
final class ProtoSchemasTest {
  private static final ProtoOptions DERIVED =
      ProtoOptions.builder().deriveRequiredColumns().build();

  private static List<Column> columns(String file, String message, ProtoOptions options) {
    return ProtoRows.of(ProtoFixtures.type(file, message), options).tableSchema().columns();
  }

  /** Columns as DDL tells them, with {@code ?} for those that may be NULL. */
  private static String tell(List<Column> columns) {
    return columns.stream().map(ProtoSchemasTest::tell).collect(Collectors.joining(", "));
  }

  private static String tell(Column column) {
    String type =
        column.type() == ColumnType.STRUCT
            ? "STRUCT<" + tell(column.fields()) + ">"
            : column.type().toString();
    return column.name()
        + " "
        + switch (column.mode()) {
          case NULLABLE -> type + "?";
          case REQUIRED -> type;
          case REPEATED -> "ARRAY<" + type + ">";
        };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SignedIntegers   | int32 INT64?, sint32 INT64?, sfixed32 INT64?,"
            + " int64 INT64?, sint64 INT64?, sfixed64 INT64?",
        "UnsignedIntegers | uint32 INT64?, fixed32 INT64?",
        "LargeIntegers    | uint64 INT64?, fixed64 INT64?",
        "Floats           | float FLOAT64?, double FLOAT64?",
        "Bools            | bool BOOL?",
        "Strings          | string STRING?",
        "Bytes            | bytes BYTES?",
        "Enums            | color STRING?",
        "Timestamps       | at TIMESTAMP?",
        "Durations        | took INT64?",
        "FieldMasks       | mask STRING?",
        "IntegerWrappers  | int32 INT64?, uint32 INT64?, int64 INT64?, uint64 INT64?",
        "FloatWrappers    | float FLOAT64?, double FLOAT64?",
        "OtherWrappers    | bool BOOL?, string STRING?, bytes BYTES?",
        "Structs          | struct JSON?, value JSON?, list JSON?, structs ARRAY<JSON>",
        "Anys             | any STRUCT<type_url STRING?, value BYTES?>?",
        "Messages         | point STRUCT<x INT64?, label STRING?>?,"
            + " points ARRAY<STRUCT<x INT64?, label STRING?>>",
        "Maps             | counts ARRAY<STRUCT<key STRING?, value INT64?>>,"
            + " points ARRAY<STRUCT<key INT64?, value STRUCT<x INT64?, label STRING?>?>>,"
            + " times ARRAY<STRUCT<key STRING?, value TIMESTAMP?>>,"
            + " documents ARRAY<STRUCT<key BOOL?, value JSON?>>,"
            + " colors ARRAY<STRUCT<key STRING?, value STRING?>>",
        "Oneofs           | number INT64?, text STRING?, point STRUCT<x INT64?, label STRING?>?,"
            + " document JSON?",
        "Lists            | numbers ARRAY<INT64>, unpacked ARRAY<INT64>, texts ARRAY<STRING>,"
            + " bytes ARRAY<BYTES>, colors ARRAY<STRING>, times ARRAY<TIMESTAMP>,"
            + " names ARRAY<STRING>, doubles ARRAY<FLOAT64>, bools ARRAY<BOOL>",
        "FarNumbers       | Name STRING?, far INT64?, above_direct INT64?"
      })
  void givesEachTypeItsColumn(String message, String columns) {
    assertThat(tell(columns("types", message, ProtoOptions.DEFAULTS))).isEqualTo(columns);
  }

  @Test
  void takesNamesakesOfWellKnownTypesForWhatTheyHold() {
    assertThat(tell(columns("impostors", "Impostors", ProtoOptions.DEFAULTS)))
        .isEqualTo(
            "timestamp STRUCT<seconds STRING?, nanos INT64?>?,"
                + " duration STRUCT<seconds INT64?>?,"
                + " mask STRUCT<paths STRING?>?,"
                + " number STRUCT<value INT64?>?,"
                + " text STRUCT<text STRING?>?,"
                + " struct STRUCT<fields ARRAY<STRUCT<key STRING?, value STRING?>>, more INT64?>?,"
                + " value STRUCT<string_value STRING?>?,"
                + " list STRUCT<values INT64?>?");
  }

  @Test
  void derivesModesFromProto3() {
    ProtoOptions options =
        ProtoOptions.builder()
            .deriveRequiredColumns()
            .jsonFieldPaths(List.of("json", "marked.value"))
            .geographyFieldPaths(List.of("geography"))
            .build();

    assertThat(tell(columns("presence3", "Proto3", options)))
        .isEqualTo(
            "scalar INT64, kind STRING, text STRING, told INT64?, chosen INT64?,"
                + " message STRUCT<x INT64, y INT64?>?, at TIMESTAMP?, wrapped INT64?,"
                + " document JSON?, json JSON?, geography GEOGRAPHY?, list ARRAY<INT64>,"
                + " scalars ARRAY<STRUCT<key STRING, value INT64>>,"
                + " messages ARRAY<STRUCT<key STRING, value STRUCT<x INT64, y INT64?>?>>,"
                + " marked ARRAY<STRUCT<key STRING, value JSON?>>");
  }

  @Test
  void derivesModesFromProto2() {
    ProtoOptions options =
        ProtoOptions.builder().deriveRequiredColumns().jsonFieldPaths(List.of("json")).build();

    assertThat(tell(columns("presence2", "Proto2", options)))
        .isEqualTo(
            "id INT64, scalar INT64?, kind STRING?, message STRUCT<x INT64, y INT64?>,"
                + " other STRUCT<x INT64, y INT64?>?, at TIMESTAMP, json JSON?, list ARRAY<INT64>,"
                + " scalars ARRAY<STRUCT<key STRING?, value STRING?>>,"
                + " messages ARRAY<STRUCT<key STRING?, value STRUCT<x INT64, y INT64?>?>>,"
                + " grouped STRUCT<x INT64?>?, groups ARRAY<STRUCT<text STRING?>>,"
                + " document JSON?");
  }

  @Test
  void derivesModesFromTheFeaturesOfAnEdition() {
    assertThat(tell(columns("presence2023", "Edition2023", DERIVED)))
        .isEqualTo(
            "told INT64?, untold INT64, required INT64, kind STRING,"
                + " delimited STRUCT<x INT64?>?, expanded ARRAY<INT64>");
  }

  @Test
  void columnsAreNullableUnlessAskedOtherwise() {
    assertThat(columns("presence2", "Proto2", ProtoOptions.DEFAULTS))
        .extracting(Column::mode)
        .containsOnly(ColumnMode.NULLABLE, ColumnMode.REPEATED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Recursive | Field 'next' contains itself through the message penstock.refused.Recursive."
            + " Cut the cycle, or mark a message in it as JSON.",
        "Mutual    | Field 'others.value.back' contains itself through the message"
            + " penstock.refused.Mutual. Cut the cycle, or mark a message in it as JSON.",
        "CaseTwins | Field 'Name' differs from 'name' only by case, and columns do not."
            + " Rename one.",
        "Empty     | The root is a message without fields, and BigQuery has no such type."
            + " Leave it out.",
        "WithEmpty | Field 'nothing' is a message without fields, and BigQuery has no such type."
            + " Leave it out.",
        "Level1    | Field 'a.a.a.a.a.a.a.a.a.a.a.a.a.a.b' is nested more than 15 levels deep."
            + " Flatten it, or mark it as JSON."
      })
  void refusesWhatNoColumnHolds(String message, String reason) {
    assertThatThrownBy(() -> columns("refused", message, ProtoOptions.DEFAULTS))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_TYPE))
        .hasMessage("Messages of penstock.refused." + message + " cannot become rows: " + reason);
  }

  @Test
  void tellsAllRefusalsAtOnce() {
    assertThatThrownBy(() -> columns("refused", "All", ProtoOptions.DEFAULTS))
        .hasMessageContainingAll("'recursive.next'", "'twins.Name'", "'empty'");
  }

  @Test
  void aMessageMarkedAsJsonMayContainItself() {
    ProtoOptions marked = ProtoOptions.builder().jsonFieldPaths(List.of("next")).build();

    assertThat(tell(columns("refused", "Recursive", marked))).isEqualTo("id INT64?, next JSON?");
  }
}
