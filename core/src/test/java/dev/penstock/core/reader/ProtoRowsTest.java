package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.StringValue;
import com.google.protobuf.TextFormat;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.error.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a message's values become, and which messages are refused. */
final class ProtoRowsTest {
  private static final String MAX_UNSIGNED = "18446744073709551615";

  private static String written(Descriptor type, ProtoOptions options, Message message) {
    ProtoRows rows = ProtoRows.of(type, options);
    return TextFormat.printer()
        .emittingSingleLine(true)
        .printToString(Rows.of(rows.schema(), rows.tableSchema()).message(rows.read(message)))
        .trim();
  }

  private static String written(String file, String message, String text, ProtoOptions options) {
    Descriptor type = ProtoFixtures.type(file, message);
    return written(type, options, ProtoFixtures.message(type, text));
  }

  private static RowFault fault(String file, String message, String text, ProtoOptions options) {
    Descriptor type = ProtoFixtures.type(file, message);
    ProtoRows rows = ProtoRows.of(type, options);
    RowFault fault =
        Rows.of(rows.schema(), rows.tableSchema())
            .fault(rows.read(ProtoFixtures.message(type, text)));
    if (fault == null) {
      throw new AssertionError("the row was not refused");
    }
    return fault;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SignedIntegers | int32: -2147483648 sint32: -2147483648 sfixed32: -1"
            + " int64: -9223372036854775808 sint64: -9223372036854775808 sfixed64: -1"
            + " | int32: -2147483648 sint32: -2147483648 sfixed32: -1"
            + " int64: -9223372036854775808 sint64: -9223372036854775808 sfixed64: -1",
        "SignedIntegers | int32: 2147483647 sint32: 2147483647 sfixed32: 2147483647"
            + " int64: 9223372036854775807 sint64: 9223372036854775807"
            + " sfixed64: 9223372036854775807"
            + " | int32: 2147483647 sint32: 2147483647 sfixed32: 2147483647"
            + " int64: 9223372036854775807 sint64: 9223372036854775807"
            + " sfixed64: 9223372036854775807",
        "UnsignedIntegers | uint32: 4294967295 fixed32: 4294967295"
            + " | uint32: 4294967295 fixed32: 4294967295",
        "LargeIntegers | uint64: 9223372036854775807 fixed64: 1"
            + " | uint64: 9223372036854775807 fixed64: 1",
        "Floats | float: 0.1 double: 0.1 | float: 0.10000000149011612 double: 0.1",
        "Floats | float: nan double: -inf | float: NaN double: -Infinity",
        "Bools | bool: true | bool: true",
        "Strings | string: `äbc` | string: `\\303\\244bc`",
        "Bytes | bytes: `\\000\\377` | bytes: `\\000\\377`",
        "Enums | color: RED | color: `RED`",
        "Enums | color: BELOW | color: `BELOW`",
        "Enums | color: FAR | color: `FAR`",
        "Enums | color: 7 | color: `UNKNOWN_ENUM_VALUE_Color_7`",
        "Enums | color: -9 | color: `UNKNOWN_ENUM_VALUE_Color_-9`",
        "Timestamps | at { seconds: 1 nanos: 1999 } | at: 1000001",
        "Timestamps | at { seconds: -1 nanos: 999999999 } | at: -1",
        "Timestamps | at { seconds: -62135596800 } | at: -62135596800000000",
        "Timestamps | at { seconds: 253402300799 nanos: 999999999 } | at: 253402300799999999",
        "Timestamps | at { } | at: 0",
        "Durations | took { seconds: 1 nanos: 1999 } | took: 1000001",
        "Durations | took { seconds: -1 nanos: -1999 } | took: -1000001",
        "Durations | took { seconds: 315576000000 } | took: 315576000000000000",
        "FieldMasks | mask { paths: `a_b.c` paths: `d` } | mask: `a_b.c,d`",
        "FieldMasks | mask { } | mask: ``",
        "IntegerWrappers | int32 { value: -1 } uint32 { value: 4294967295 } int64 { }"
            + " | int32: -1 uint32: 4294967295 int64: 0",
        "FloatWrappers | float { value: 0.5 } double { } | float: 0.5 double: 0.0",
        "OtherWrappers | bool { } string { } bytes { value: `x` }"
            + " | bool: false string: `` bytes: `x`",
        "Anys | any { type_url: `a/b` value: `\\001` } | any { type_url: `a/b` value: `\\001` }",
        "Messages | point { } points { x: 1 } points { label: `b` }"
            + " | point { x: 0 label: `` } points { x: 1 label: `` } points { x: 0 label: `b` }",
        "Maps | counts { key: `a` value: 1 } counts { } points { key: 3 }"
            + " times { key: `t` } documents { key: true } colors { key: `c` }"
            + " | counts { key: `a` value: 1 } counts { key: `` value: 0 }"
            + " points { key: 3 value { x: 0 label: `` } } times { key: `t` value: 0 }"
            + " documents { key: true value: `{}` } colors { key: `c` value: `NO_COLOR` }",
        "Oneofs | number: 0 | number: 0",
        "Oneofs | text: `` | text: ``",
        "Oneofs | point { } | point { x: 0 label: `` }",
        "Oneofs | document { } | document: `{}`",
        "Oneofs | `` | ``",
        "Lists | numbers: [1, -2] unpacked: [-3, 4] texts: [`a`, ``] bytes: [`b`] colors: [RED, 9]"
            + " times { seconds: 1 } times { } names { value: `n` } doubles: [0.5, -0.0]"
            + " bools: [true, false]"
            + " | numbers: 1 numbers: -2 unpacked: -3 unpacked: 4 texts: `a` texts: `` bytes: `b`"
            + " colors: `RED` colors: `UNKNOWN_ENUM_VALUE_Color_9` times: 1000000 times: 0"
            + " names: `n` doubles: 0.5 doubles: -0.0 bools: true bools: false",
        "FarNumbers | Name: `n` far: 1 above_direct: 2 | Name: `n` far: 1 above_direct: 2"
      })
  void writesWhatTheMappingSays(String message, String text, String row) {
    assertThat(written("types", message, text.replace('`', '"'), ProtoOptions.DEFAULTS))
        .isEqualTo(row.replace('`', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "struct { fields { key: 'a' value { number_value: 1 } } } | struct: '{\"a\":1.0}'",
        "struct { } | struct: '{}'",
        "value { null_value: NULL_VALUE } | value: 'null'",
        "value { string_value: 'x' } | value: '\"x\"'",
        "list { values { bool_value: true } values { } } | list: '[true,null]'",
        "structs { } structs { fields { key: 'b' value { list_value { } } } }"
            + " | structs: '{}' structs: '{\"b\":[]}'"
      })
  void writesStructsAsJson(String text, String row) {
    String quoted = row.replace("\"", "\\\"").replace('\'', '"');

    assertThat(written("types", "Structs", text, ProtoOptions.DEFAULTS)).isEqualTo(quoted);
  }

  @ParameterizedTest
  @CsvSource({
    "SignedIntegers, int32: 0 sint32: 0 sfixed32: 0 int64: 0 sint64: 0 sfixed64: 0",
    "UnsignedIntegers, uint32: 0 fixed32: 0",
    "LargeIntegers, uint64: 0 fixed64: 0",
    "Floats, float: 0.0 double: 0.0",
    "Bools, bool: false",
    "Strings, string: \"\"",
    "Bytes, bytes: \"\"",
    "Enums, color: \"NO_COLOR\"",
    "Timestamps, ''",
    "Durations, ''",
    "FieldMasks, ''",
    "IntegerWrappers, ''",
    "FloatWrappers, ''",
    "OtherWrappers, ''",
    "Structs, ''",
    "Anys, ''",
    "Messages, ''",
    "Maps, ''",
    "Oneofs, ''",
    "Lists, ''"
  })
  void writesValuesOfFieldsThatAreNeverAbsent(String message, String row) {
    assertThat(written("types", message, "", ProtoOptions.DEFAULTS)).isEqualTo(row);
  }

  @Test
  void absentFieldsWithPresenceAreNullWhateverTheirDefault() {
    assertThat(written("presence2", "Proto2", "id: 1 other { x: 2 }", ProtoOptions.DEFAULTS))
        .isEqualTo("id: 1 other { x: 2 }");
  }

  @Test
  void readsGroupsAndMapsOfProto2() {
    String text =
        "id: 1 scalars { key: 'a' } scalars { value: SECOND } messages { key: 'm' }"
            + " Grouped { x: 3 } Groups { text: 'a' } Groups { }";

    Descriptor type = ProtoFixtures.type("presence2", "Proto2");
    assertThat(written(type, ProtoOptions.DEFAULTS, ProtoFixtures.message(type, text)))
        .isEqualTo(
            "id: 1 scalars { key: \"a\" value: \"FIRST\" } scalars { key: \"\" value: \"SECOND\" }"
                + " messages { key: \"m\" value { } } grouped { x: 3 } groups { text: \"a\" }"
                + " groups { }");
  }

  @Test
  void readsTheEncodingsOfAnEdition() {
    assertThat(
            written(
                "presence2023",
                "Edition2023",
                "required: 1 delimited { x: 2 } expanded: [3, 4]",
                ProtoOptions.DEFAULTS))
        .isEqualTo(
            "untold: 0 required: 1 kind: \"UNKNOWN\" delimited { x: 2 } expanded: 3 expanded: 4");
  }

  @Test
  void modesChangeNoValue() {
    ProtoOptions derived = ProtoOptions.builder().deriveRequiredColumns().build();
    String text = "told: 0 message { } at { seconds: 1 } list: 2";

    assertThat(written("presence3", "Proto3", text, derived))
        .isEqualTo(written("presence3", "Proto3", text, ProtoOptions.DEFAULTS))
        .isEqualTo(
            "scalar: 0 kind: \"UNKNOWN\" text: \"\" told: 0 message { x: 0 } at: 1000000"
                + " json: \"\" geography: \"\" list: 2");
  }

  @Test
  void writesMarkedMessagesAsCanonicalJson() {
    ProtoOptions marked =
        ProtoOptions.builder().jsonFieldPaths(List.of("point", "points", "number")).build();

    assertThat(
            written(
                "types",
                "Marked",
                "point { x: 1 label: 'a' } points { } points { label: 'b' } number { value: 5 }"
                    + " document: 'd' place: 'p'",
                marked))
        .isEqualTo(
            "point: \"{\\\"x\\\":1,\\\"label\\\":\\\"a\\\"}\" document: \"d\" place: \"p\""
                + " points: \"{}\" points: \"{\\\"label\\\":\\\"b\\\"}\""
                + " number: \"\\\"5\\\"\"");
  }

  @Test
  void anEmptyMarkedTextIsNullWhereItCannotBeToldFromNone() {
    ProtoOptions marked =
        ProtoOptions.builder()
            .jsonFieldPaths(List.of("document", "told_document", "documents", "by_name.value"))
            .geographyFieldPaths(List.of("place", "told_place", "places"))
            .build();

    assertThat(written("types", "Marked", "", marked)).isEmpty();
    assertThat(
            written(
                "types",
                "Marked",
                "document: '' place: '' told_document: '' told_place: '' documents: ''"
                    + " by_name { key: 'a' value: '' } by_name { key: 'b' value: '1' } places: ''",
                marked))
        .isEqualTo(
            "told_document: \"\" told_place: \"\" documents: \"\" by_name { key: \"a\" }"
                + " by_name { key: \"b\" value: \"1\" } places: \"\"");
    assertThat(written("types", "Marked", "document: '{}' place: 'POINT(1 2)'", marked))
        .isEqualTo("document: \"{}\" place: \"POINT(1 2)\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LargeIntegers | uint64: " + MAX_UNSIGNED + " | uint64 | is above 2^63-1",
        "LargeIntegers | fixed64: 9223372036854775808 | fixed64 | is above 2^63-1",
        "IntegerWrappers | uint64 { value: " + MAX_UNSIGNED + " } | uint64 | is above 2^63-1",
        "Timestamps | at { seconds: 253402300800 } | at | is no google.protobuf.Timestamp",
        "Timestamps | at { seconds: -62135596801 } | at | is no google.protobuf.Timestamp",
        "Timestamps | at { nanos: -1 } | at | is no google.protobuf.Timestamp",
        "Timestamps | at { nanos: 1000000000 } | at | is no google.protobuf.Timestamp",
        "Durations | took { seconds: 315576000001 } | took | is no google.protobuf.Duration",
        "Durations | took { seconds: -315576000001 } | took | is no google.protobuf.Duration",
        "Durations | took { nanos: 1000000000 } | took | is no google.protobuf.Duration",
        "Durations | took { seconds: 1 nanos: -1 } | took | is no google.protobuf.Duration",
        "Structs | value { number_value: nan } | value | that has no JSON form"
      })
  void refusesValuesThatNoColumnHolds(String message, String text, String column, String reason) {
    RowFault fault = fault("types", message, text, ProtoOptions.DEFAULTS);

    assertThat(fault.code()).isEqualTo(ErrorCode.ROW_INVALID);
    assertThat(fault.column()).isEqualTo(column);
    assertThat(fault.message()).contains(reason);
  }

  @Test
  void refusesAnAnyThatIsMarkedAsJson() {
    ProtoOptions marked = ProtoOptions.builder().jsonFieldPaths(List.of("any")).build();

    RowFault fault = fault("types", "Marked", "any { type_url: 'a/b' value: 'x' }", marked);

    assertThat(fault.column()).isEqualTo("any");
    assertThat(fault.message()).contains("holds a google.protobuf.Any").doesNotContain("a/b");
  }

  @Test
  void refusesMessagesWithoutWhatIsMadeRequired() {
    ProtoOptions derived = ProtoOptions.builder().deriveRequiredColumns().build();

    RowFault root = fault("presence2", "Proto2", "", derived);
    RowFault nested = fault("presence2", "Proto2", "id: 1 message { }", derived);

    assertThat(root.column()).isEqualTo("id");
    assertThat(nested.column()).isEqualTo("message.x");
    assertThat(nested.message())
        .isEqualTo(
            "Field 'message.x' is required, and the message has none. Set the field, or make it"
                + " optional.");
  }

  @Test
  void refusesMessagesOfAnotherType() {
    ProtoRows rows = ProtoRows.of(ProtoFixtures.type("types", "Strings"), ProtoOptions.DEFAULTS);

    assertThatThrownBy(() -> rows.read(StringValue.of("x")))
        .isInstanceOf(RowFaultException.class)
        .hasMessage(
            "The message is a google.protobuf.StringValue, and the rows were declared with"
                + " penstock.types.Strings. Send messages of that type.");
  }

  @Test
  void takesMessagesOfTheSameTypeFromAnotherLinking() {
    DynamicMessage message =
        ProtoFixtures.message(ProtoFixtures.type("types", "Strings"), "string: 'x'");

    assertThat(written(ProtoFixtures.type("types", "Strings"), ProtoOptions.DEFAULTS, message))
        .isEqualTo("string: \"x\"");
  }

  @Test
  void oneReaderReadsMessagesOfAnySizeOneAfterTheOther() {
    Descriptor type = ProtoFixtures.type("types", "Lists");
    ProtoRows rows = ProtoRows.of(type, ProtoOptions.DEFAULTS);
    Rows table = Rows.of(rows.schema(), rows.tableSchema());
    for (int count : new int[] {1, 100_000, 3, 0}) {
      DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
      for (int i = 0; i < count; i++) {
        message.addRepeatedField(type.findFieldByName("texts"), "text " + i);
      }

      DynamicMessage row = table.message(rows.read(message.build()));

      assertThat(row.getRepeatedFieldCount(row.getDescriptorForType().findFieldByName("texts")))
          .isEqualTo(count);
    }
  }
}
