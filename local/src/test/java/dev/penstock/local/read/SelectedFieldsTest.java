package dev.penstock.local.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which columns names select. */
class SelectedFieldsTest {
  private static final Field INNER = struct("inner", leaf("x"), leaf("y"));
  private static final List<Field> TABLE =
      List.of(leaf("id"), struct("s", leaf("a"), INNER, leaf("b")), leaf("last"));

  private static Field leaf(String name) {
    return Field.of(name, FieldType.INT64, Mode.NULLABLE);
  }

  private static Field struct(String name, Field... fields) {
    return new Field(
        name,
        FieldType.STRUCT,
        Mode.REPEATED,
        List.of(fields),
        null,
        null,
        null,
        null,
        null,
        List.of(),
        false);
  }

  private static String select(String... names) {
    return text(SelectedFields.of(TABLE, List.of(names)));
  }

  private static String text(List<Field> fields) {
    return fields.stream()
        .map(
            field ->
                field.name() + (field.fields().isEmpty() ? "" : "(" + text(field.fields()) + ")"))
        .collect(Collectors.joining(" "));
  }

  @Test
  @Fact("RA-005")
  void keepsTheOrderOfTheTable() {
    assertThat(select()).isEqualTo("id s(a inner(x y) b) last");
    assertThat(select("last", "ID")).isEqualTo("id last");
    assertThat(select("s.b", "s.inner.y", "id")).isEqualTo("id s(inner(y) b)");
    assertThat(select("s.inner.y", "s.inner")).isEqualTo("s(inner(x y))");
    assertThat(select("s", "s.a")).isEqualTo("s(a inner(x y) b)");
  }

  @Test
  @Fact("RA-048")
  void refusesFieldsThatTheTableDoesNotHave() {
    assertThatThrownBy(() -> select("id", "no", "s.no", "id.x"))
        .isInstanceOf(ServiceException.class)
        .hasMessage(
            "The following selected fields do not exist in the table schema: no, s.no, id.x");
  }
}
