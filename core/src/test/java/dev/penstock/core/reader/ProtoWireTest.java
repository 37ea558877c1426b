package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.TextFormat;
import dev.penstock.core.encode.RowFaultException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the bytes of messages mean that no generated code writes, but others may. */
final class ProtoWireTest {
  private static String written(String file, String message, String hex, ProtoOptions options) {
    ProtoRows rows = ProtoRows.of(ProtoFixtures.type(file, message), options);
    byte[] bytes = HexFormat.of().parseHex(("ff" + hex + "ff").replace(" ", ""));
    return TextFormat.printer()
        .emittingSingleLine(true)
        .printToString(
            Rows.of(rows.schema(), rows.tableSchema())
                .message(rows.read(bytes, 1, bytes.length - 2)))
        .trim();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Packed and not, mixed; empty packs.
        "Lists | 08 01 0a 02 02 03 08 04 0a 00 | numbers: 1 numbers: 2 numbers: 3 numbers: 4",
        "Lists | 10 01 12 02 02 03 | unpacked: -1 unpacked: 1 unpacked: -2",
        "Lists | 41 000000000000e03f 42 08 000000000000f03f | doubles: 0.5 doubles: 1.0",
        // Elements between other fields.
        "Lists | 1a 01 61 08 07 1a 01 62 | numbers: 7 texts: 'a' texts: 'b'",
        // The last value of a field wins.
        "Strings | 0a 01 61 0a 01 62 | string: 'b'",
        // Parts of one message are merged.
        "Messages | 0a 02 08 01 0a 03 12 01 61 | point { x: 1 label: 'a' }",
        "Structs | 12 03 1a 01 61 12 03 1a 01 62 | value: '^b^'",
        "Timestamps | 0a 02 08 01 0a 03 10 d0 0f | at: 1000002",
        // The last member of a oneof wins, and begins anew.
        "Oneofs | 08 01 12 01 61 | text: 'a'",
        "Oneofs | 12 01 61 08 05 | number: 5",
        "Oneofs | 1a 02 08 01 08 05 1a 03 12 01 61 | point { x: 0 label: 'a' }",
        "Oneofs | 22 05 0a 03 0a 01 61 08 05 22 00 | document: '{}'",
        // Maps: the last value of a key wins; the parts of an entry come in any order.
        "Maps | 0a 05 0a 01 61 10 01 0a 05 0a 01 62 10 02 0a 05 0a 01 61 10 03"
            + " | counts { key: 'a' value: 3 } counts { key: 'b' value: 2 }",
        "Maps | 0a 05 10 01 0a 01 61 | counts { key: 'a' value: 1 }",
        // Numbers of 32 bits drop what is above, as protobuf says.
        "SignedIntegers | 08 80 80 80 80 f0 1f"
            + " | int32: 0 sint32: 0 sfixed32: 0 int64: 0 sint64: 0 sfixed64: 0",
        // Unknown fields and other wire types are skipped: varint, fixed, text, group in group.
        "Bools | 10 01 11 0102030405060708 15 01020304 1a 01 61 23 2b 08 01 2c 24 08 01"
            + " | bool: true",
        "Bools | 0a 01 01 08 01 | bool: true",
        "Strings | 08 01 0a 01 61 | string: 'a'"
      })
  void readsBytesAsProtobufDoes(String message, String hex, String row) {
    assertThat(written("types", message, hex, ProtoOptions.DEFAULTS))
        .isEqualTo(row.replace('\'', '"').replace("^", "\\\""));
  }

  @Test
  void mergesKeysOfManyEntries() {
    StringBuilder hex = new StringBuilder();
    StringBuilder row = new StringBuilder();
    for (int round = 1; round <= 2; round++) {
      for (int key = 0; key < 100; key++) {
        hex.append(String.format("12 06 08 %02x 12 02 08 %02x ", key, round));
      }
    }
    for (int key = 0; key < 100; key++) {
      row.append("points { key: " + key + " value { x: 2 label: \"\" } } ");
    }

    assertThat(written("types", "Maps", hex.toString(), ProtoOptions.DEFAULTS))
        .isEqualTo(row.toString().trim());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Numbers that a closed enum does not name count as absent, and their map entries too.
        "18 09 | ''",
        "18 00 18 09 | kind: 'FIRST'",
        "4a 05 0a 01 61 10 09 4a 05 0a 01 62 10 04 | scalars { key: 'b' value: 'SECOND' }",
        // A group in two parts, and an extension.
        "5b 5c 5b 60 05 5c a0 06 01 | grouped { x: 5 }"
      })
  void readsProto2AsItSays(String hex, String row) {
    assertThat(written("presence2", "Proto2", hex, ProtoOptions.DEFAULTS))
        .isEqualTo(row.replace('\'', '"'));
  }

  @Test
  void mergesPartsOfAMessageThatBecomesJson() {
    ProtoOptions marked =
        ProtoOptions.builder().jsonFieldPaths(List.of("grouped", "groups")).build();

    assertThat(
            written("presence2", "Proto2", "5b 60 05 5c 5b 60 06 5c 6b 6c 6b 72 01 61 6c", marked))
        .isEqualTo(
            "grouped: \"{\\\"x\\\":\\\"6\\\"}\" groups: \"{}\" groups:"
                + " \"{\\\"text\\\":\\\"a\\\"}\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a varint that does not end   | Bools    | 08",
        "a varint of eleven bytes     | Bools    | 08 80 80 80 80 80 80 80 80 80 80 01",
        "a text that ends early       | Strings  | 0a 02 61",
        "a length beyond 31 bits      | Strings  | 0a ff ff ff ff ff ff ff ff ff 01",
        "a number that ends early     | Floats   | 0d 01 02 03",
        "a nested part that goes over | Messages | 0a 02 0a 05",
        "a pack that goes over        | Lists    | 0a 02 01 80",
        "field number zero            | Bools    | 00 01",
        "wire type six                | Bools    | 0e",
        "the end of no group          | Bools    | 0c",
        "a group without end          | Bools    | 13 18 01",
        "the end of another group     | Bools    | 13 1c"
      })
  void refusesBytesThatAreNoMessage(String what, String message, String hex) {
    assertThatThrownBy(() -> written("types", message, hex, ProtoOptions.DEFAULTS))
        .as(what)
        .isInstanceOf(RowFaultException.class)
        .hasMessage(
            "The bytes are no message of penstock.types."
                + message
                + ": they end early, or hold what protobuf does not write. Send messages of the"
                + " type that the rows were declared with.");
  }

  @Test
  void refusesGroupsThatNestWithoutEnd() {
    assertThatThrownBy(() -> written("types", "Bools", "13".repeat(100_000), ProtoOptions.DEFAULTS))
        .isInstanceOf(RowFaultException.class);
  }
}
