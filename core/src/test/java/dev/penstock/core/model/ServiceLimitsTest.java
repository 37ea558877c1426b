package dev.penstock.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
    assertThat(ServiceLimits.ALL).hasSize(39).allMatch(l -> l.fact().matches("[A-Z]{2,3}-\\d{3}"));
  }

  @Test
  void holdsEveryLimitOfTheClassInItsList() throws IllegalAccessException {
    List<ServiceLimits.Limit> limits = new ArrayList<>();
    for (Field field : ServiceLimits.class.getFields()) {
      if (field.getType() == ServiceLimits.Limit.class) {
        limits.add((ServiceLimits.Limit) field.get(null));
      }
    }
    assertThat(ServiceLimits.ALL).hasSameElementsAs(limits);
  }

  @Test
  void referencePageShowsThem() throws IOException {
    String page = Files.readString(Path.of("../docs/reference/limits.md"));

    assertThat(page).contains(ServiceLimits.SOURCE, "2026-08-22");
    assertThat(ServiceLimits.AS_OF).hasToString("2026-08-22");
    assertThat(page.lines().filter(line -> line.matches("\\| .* \\| [A-Z]+-\\d{3} \\|")))
        .containsExactlyElementsOf(
            ServiceLimits.ALL.stream()
                .map(
                    limit ->
                        String.format(
                            Locale.ROOT,
                            "| %s | %,d | %s |",
                            limit.what(),
                            limit.value(),
                            limit.fact()))
                .toList());
  }
}
