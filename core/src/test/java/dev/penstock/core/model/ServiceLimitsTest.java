package dev.penstock.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class ServiceLimitsTest {
  @Test
  void allowsTheTypesOfPrimaryKeys() {
    assertThat(Arrays.stream(ColumnType.values()).filter(ServiceLimits::allowsInPrimaryKey))
        .containsExactly(
            ColumnType.BOOL,
            ColumnType.INT64,
            ColumnType.NUMERIC,
            ColumnType.BIGNUMERIC,
            ColumnType.STRING,
            ColumnType.DATE,
            ColumnType.DATETIME,
            ColumnType.TIMESTAMP);
  }

  @Test
  void namesAFactForEveryLimit() {
    assertThat(ServiceLimits.ALL).hasSize(13).allMatch(l -> l.fact().matches("[A-Z]{2,3}-\\d{3}"));
  }
}
