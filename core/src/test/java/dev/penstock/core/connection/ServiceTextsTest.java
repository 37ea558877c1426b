package dev.penstock.core.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts are those that the facts record. */
class ServiceTextsTest {
  @Test
  void knowsAMaskedAbsence() {
    assertThat(
            ServiceTexts.masksAbsence(
                "Permission 'TABLES_GET' denied on resource"
                    + " 'projects/p/datasets/d/tables/t' (or it may not exist)."))
        .isTrue();
    assertThat(ServiceTexts.masksAbsence("Permission 'TABLES_UPDATE_DATA' denied")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Table 1:d.t is re-created. Entity: projects/p/datasets/d/tables/t/streams/_default",
        "Table is deleted",
        "Not found: table"
      })
  void knowsATableThatIsGone(String message) {
    assertThat(ServiceTexts.tellsTableGone(message)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Input schema has more fields than BigQuery schema, extra fields: 'city'",
        "Found incompatible fields: 'a' and/or mismatch fields, extra proto fields: 'b' extra bq"
            + " fields: ''",
        "SCHEMA_MISMATCH_EXTRA_FIELDS: b"
      })
  void knowsExtraFields(String message) {
    assertThat(ServiceTexts.tellsExtraFields(message)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Found incompatible fields: 'a' and/or mismatch fields, extra proto fields: '' extra bq"
            + " fields: 'c'",
        "The proto field mismatched with BigQuery field at D1.id, the proto field type string,"
            + " BigQuery field type INTEGER"
      })
  void doesNotTakeOtherMismatchesForExtraFields(String message) {
    assertThat(ServiceTexts.tellsExtraFields(message)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Field foo: STRING(10) has maximum length 10 but got a value with length 12 on field foo. |"
            + " foo",
        "Timestamp field value is out of range: -9223372036854775808 on field bar. | bar",
        "Field dst_ip: STRING(15) has maximum length 15 but got a value with length 54 Entity:"
            + " projects/p/datasets/d/tables/t/streams/_default | dst_ip",
        "Value is out of range on field address.zip | address.zip",
        "Something else |"
      })
  void findsTheColumnOfARowError(String message, String column) {
    assertThat(ServiceTexts.columnOf(message)).isEqualTo(column);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Timestamp field value is out of range: -9223372036854775808 on field bar. | Timestamp"
            + " field value is out of range: … on field bar.",
        "Invalid JSON \"{secret\" on field j | Invalid JSON … on field j",
        "Field foo: STRING(10) has maximum length 10 | Field foo: STRING(10) has maximum length 10"
      })
  void leavesOutValuesOfTheRow(String message, String told) {
    assertThat(ServiceTexts.withoutValues(message)).isEqualTo(told);
  }

  @Test
  void knowsAFaultOfTheTransport() {
    assertThat(ServiceTexts.tellsTransportFault("stream terminated by RST_STREAM")).isTrue();
    assertThat(
            ServiceTexts.tellsTransportFault(
                "Received unexpected EOS on empty DATA frame from server"))
        .isTrue();
    assertThat(ServiceTexts.tellsTransportFault("An internal error occurred")).isFalse();
  }
}
