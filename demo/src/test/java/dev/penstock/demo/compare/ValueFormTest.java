package dev.penstock.demo.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueFormTest {

  @ParameterizedTest(name = "{0} {1} = {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "int8        | -42                           | -42                         | -42",
        "numeric     | 12.3400                       | 12.34                       | 12.34",
        "numeric     | 9999999999999999.9999         | 9999999999999999.9999       | 9999999999999999.9999",
        "numeric     | 0.0000                        | 0                           | 0",
        "numeric     | 1200                          | 1200                        | 1200",
        "float8      | 1.5                           | 1.5                         | 1.5",
        "float8      | NaN                           | NaN                         | NaN",
        "float8      | -Infinity                     | -Infinity                   | -Infinity",
        "float8      | 1e+20                         | 1e20                        | 1.0E20",
        "bool        | true                          | true                        | true",
        "text        | `  é 🔑 `                     | `  é 🔑 `                   | `  é 🔑 `",
        "uuid        | 6f9619ff-8b86-d011-b42d-00c04fc964ff | 6f9619ff-8b86-d011-b42d-00c04fc964ff"
            + " | 6f9619ff-8b86-d011-b42d-00c04fc964ff",
        "bytea       | deadbeef                      | 3q2+7w==                    | deadbeef",
        "date        | 9999-12-31                    | 9999-12-31                  | 9999-12-31",
        "time        | 08:30:00                      | 08:30:00.000000             | 08:30:00.000000",
        "time        | 23:59:59.999999               | 23:59:59.999999             | 23:59:59.999999",
        "timestamptz | 2024-03-10T10:00:00.123456Z   | 1710064800123456            | 2024-03-10T10:00:00.123456Z",
        "timestamptz | 1969-12-31T23:59:59.999999Z   | -1                          | 1969-12-31T23:59:59.999999Z",
        "timestamp   | 0001-01-01T00:00:00.000000Z   | -62135596800000000          | 0001-01-01T00:00:00.000000Z",
        "timestamp   | 2024-03-10T12:00:00.500000Z   | 2024-03-10T12:00:00.5       | 2024-03-10T12:00:00.500000Z",
      })
  void sameValueHasOneText(String type, String postgres, String bigQuery, String canonical) {
    ValueForm form = ValueForm.ofPostgres(type);

    assertThat(form.fromPostgres(postgres)).isEqualTo(canonical);
    assertThat(form.fromBigQuery(bigQuery)).isEqualTo(canonical);
  }

  @Test
  void jsonIsComparedByMeaning() {
    assertThat(ValueForm.JSON.fromPostgres("{\"b\": 12345678901234567890, \"a\": [1.50, null]}"))
        .isEqualTo(ValueForm.JSON.fromBigQuery("{\"a\":[1.5,null],\"b\":12345678901234567890}"))
        .isEqualTo("{\"a\":[1.5,null],\"b\":12345678901234567890}");
  }

  @Test
  void jsonNumbersThatOnlyADoubleWouldConfuseStayApart() {
    assertThat(ValueForm.JSON.fromPostgres("12345678901234567890"))
        .isNotEqualTo(ValueForm.JSON.fromBigQuery("12345678901234567891"));
  }

  @Test
  void jsonNullAndTextNullStayApart() {
    assertThat(ValueForm.JSON.fromPostgres("null"))
        .isNotEqualTo(ValueForm.JSON.fromPostgres("\"null\""));
  }

  @Test
  void refusesATypeItDoesNotKnow() {
    assertThatThrownBy(() -> ValueForm.ofPostgres("point"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("type: point (expected: ");
  }

  @Test
  void acceptsOnlyColumnTypesThatKeepTheValue() {
    assertThat(ValueForm.DECIMAL.allows("NUMERIC")).isTrue();
    assertThat(ValueForm.DECIMAL.allows("FLOAT")).isFalse();
    assertThat(ValueForm.CIVIL.allows("DATETIME")).isTrue();
    assertThat(ValueForm.INSTANT.allows("DATETIME")).isFalse();
  }
}
