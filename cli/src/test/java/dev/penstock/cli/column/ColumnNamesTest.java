package dev.penstock.cli.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.cli.column.ColumnNames.SourceName;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ColumnNamesTest {
  private static List<String> names(String... sources) {
    List<SourceName> names = new ArrayList<>();
    for (String source : sources) {
      names.add(new SourceName(source, "header cell " + (names.size() + 1)));
    }
    return ColumnNames.of(names);
  }

  @ParameterizedTest
  @CsvSource({
    "orderId,orderId",
    "_id,_id",
    "ORDER_ID,ORDER_ID",
    "first name,first_name",
    "price (EUR),price__EUR_",
    "' id ',id",
    "2024,_2024",
    "größe,gro_e",
    "café,cafe",
    "İD,ID",
    "a.b,a_b",
    "n😀,n_"
  })
  void keepsLegalNamesAndReplacesWhatIsNot(String source, String column) {
    assertThat(names(source)).containsExactly(column);
  }

  @Test
  void countsNamesThatAreBlank() {
    assertThat(names("", "a", " ")).containsExactly("column_1", "a", "column_3");
  }

  /** D-02: two names that collapse to one were merged without a word. */
  @Test
  void d02TwoNamesThatBecomeOneAreRefusedNamingBoth() {
    assertThatThrownBy(() -> names("id", "first name", "First-Name"))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_MISMATCH))
        .hasMessage(
            "'first name' (header cell 2) and 'First-Name' (header cell 3) both become column"
                + " 'First_Name': BigQuery tells names apart neither by case nor by signs. Rename"
                + " one of them.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "_PARTITIONTIME", "_partitiondate", "_TABLE_SUFFIX", "_file_name", "_CHANGE_TYPE",
        "_change_sequence_number", "__ROOT__x", "_COLIDENTIFIER", "_ROW_TIMESTAMP", "-PARTITION"
      })
  void refusesNamesThatBelongToTheService(String name) {
    assertThatThrownBy(() -> names("a", name))
        .isInstanceOf(IngestException.class)
        .hasMessageStartingWith("'" + name + "' (header cell 2) begins with _")
        .hasMessageEndingWith(", which BigQuery reserves. Rename it.");
  }

  @Test
  void refusesNamesThatAreTooLong() {
    assertThat(names("a".repeat(300))).containsExactly("a".repeat(300));
    assertThatThrownBy(() -> names("a".repeat(301)))
        .hasMessage(
            "The name at header cell 1 has 301 characters, and a column name has at most 300."
                + " Shorten it.");
  }

  @Test
  void refusesNamesOfWhichNothingIsLeft() {
    assertThatThrownBy(() -> names("名前"))
        .hasMessage(
            "'名前' (header cell 1) has no letter or digit that a column name could keep. Give it a"
                + " name of letters, digits and underscores.");
  }
}
