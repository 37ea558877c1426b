package dev.penstock.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalTypeTest {
  @ParameterizedTest
  @CsvSource({
    "NUMERIC, 38, 9, true",
    "NUMERIC, 39, 9, false",
    "NUMERIC, 10, 10, false",
    "NUMERIC, 1, 0, true",
    "NUMERIC, 0, 0, false",
    "NUMERIC, 5, 6, false",
    "NUMERIC, 5, -1, false",
    "BIGNUMERIC, 76, 38, true",
    "BIGNUMERIC, 77, 38, false",
    "BIGNUMERIC, 38, 0, true",
    "BIGNUMERIC, 39, 0, false"
  })
  void allowsTheParametersOfTheService(
      DecimalType type, int precision, int scale, boolean allowed) {
    assertThat(type.allows(precision, scale)).isEqualTo(allowed);
  }

  @Test
  void tellsTheDigitsOfColumns() {
    Column plain = Column.nullable("n", ColumnType.BIGNUMERIC);
    Column whole =
        new Column("n", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 5, null, null);
    Column both = new Column("n", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 5, 2, null);

    assertThat(List.of(plain, whole, both))
        .extracting(DecimalType::wholeDigitsOf)
        .containsExactly(38, 5, 3);
    assertThat(List.of(plain, whole, both))
        .extracting(DecimalType::fractionDigitsOf)
        .containsExactly(38, 0, 2);
    assertThat(DecimalType.BIGNUMERIC.longestWholeDigits()).isEqualTo(39);
    assertThat(DecimalType.NUMERIC.longestWholeDigits()).isEqualTo(29);
  }
}
