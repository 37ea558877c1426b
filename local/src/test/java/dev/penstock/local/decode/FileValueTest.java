package dev.penstock.local.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import org.junit.jupiter.api.Test;

final class FileValueTest {
  /** The parser's own limit of a text is 20,000,000 characters. */
  @Test
  void takesJsonTextsOfAnyLength() throws RowFaultException {
    String cell = "\"" + "x".repeat(20_000_001) + "\"";

    Object value = new FileValue(Field.of("c", FieldType.JSON, Mode.NULLABLE)).ofText(cell);

    assertThat(value.equals(cell)).isTrue();
  }
}
