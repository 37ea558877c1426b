package dev.penstock.cli.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ColumnListTest {
  private static String parsed(String text) {
    return TypeText.option(ColumnList.parse("--columns", text));
  }

  @Test
  void readsTypesAsSqlWritesThem() {
    assertThat(
            parsed(
                "id:INT64, price:numeric(10, 2),code:STRING(20),big:BIGNUMERIC(76,38),"
                    + "tags:ARRAY<string>,raw:BYTES(16),n:DECIMAL,i:integer,b:boolean,doc:JSON"))
        .isEqualTo(
            "id:INT64,price:NUMERIC(10,2),code:STRING(20),big:BIGNUMERIC(76,38),"
                + "tags:ARRAY<STRING>,raw:BYTES(16),n:NUMERIC,i:INT64,b:BOOL,doc:JSON");
  }

  @Test
  void takesNamesWithBlanks() {
    assertThat(parsed("first name:STRING")).isEqualTo("first name:STRING");
  }

  /** D-53: parameters that the service refuses went to it and failed there. */
  @ParameterizedTest
  @CsvSource({
    "'NUMERIC(38,0)','NUMERIC(38,0)',29,9,'; BIGNUMERIC(38,0) takes it'",
    "'NUMERIC(20,12)','NUMERIC(20,12)',29,9,'; BIGNUMERIC(20,12) takes it'",
    "'NUMERIC(32,2)','NUMERIC(32,2)',29,9,'; BIGNUMERIC(32,2) takes it'",
    "'NUMERIC(1,2)','NUMERIC(1,2)',29,9,''",
    "'NUMERIC(0)','NUMERIC(0,0)',29,9,''",
    "'BIGNUMERIC(77,38)','BIGNUMERIC(77,38)',38,38,''",
    "'BIGNUMERIC(40,39)','BIGNUMERIC(40,39)',38,38,''"
  })
  void d53ParametersThatBigQueryRefusesNeverReachIt(
      String given, String named, int whole, int fraction, String cure) {
    assertThatThrownBy(() -> parsed("x:" + given))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
        .hasMessage(
            "--columns: x:"
                + named
                + " (expected: "
                + named.substring(0, named.indexOf('('))
                + "(P,S) with S of 0 to "
                + fraction
                + " and P of max(1,S) to S+"
                + whole
                + cure
                + ")");
  }

  @Test
  void d53ParametersAtTheirLimitsAreTaken() {
    assertThat(parsed("a:NUMERIC(38,9),b:NUMERIC(29),c:NUMERIC(31,2),d:BIGNUMERIC(38,0)"))
        .isEqualTo("a:NUMERIC(38,9),b:NUMERIC(29,0),c:NUMERIC(31,2),d:BIGNUMERIC(38,0)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "id",
        "id:",
        ":INT64",
        "id:INT64,",
        "id:WORD",
        "id:INT64(3)",
        "id:STRING(0)",
        "id:STRUCT",
        "id:RANGE",
        "id:ARRAY<ARRAY<INT64>>",
        "id:INT64,ID:STRING",
        "id:INT64 x:STRING"
      })
  void refusesWhatIsNoListOfColumns(String text) {
    assertThatThrownBy(() -> parsed(text))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
        .hasMessageStartingWith("--columns: ")
        .hasMessageContaining(" (expected: ");
  }
}
