package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;

/** Any value comes back from Avro's own reader. */
class AvroPropertyTest {
  private static Object only(SourceField field, ColumnType type, Object value) {
    AvroEncoding encoding = new AvroEncoding(List.of(field), List.of(Column.nullable("c", type)));
    encoding.encode(FakeRow.of(value));
    return encoding.read().get(0).get("c");
  }

  private static BigInteger numeric(BigDecimal value) {
    SourceField decimal = SourceField.decimal("c", true, null, null);
    return new BigInteger(((ByteBuffer) only(decimal, ColumnType.NUMERIC, value)).array());
  }

  @Property
  void writesAnyNumeric(
      @ForAll
          @BigRange(
              min = "-99999999999999999999999999999999999999",
              max = "99999999999999999999999999999999999999")
          BigInteger unscaled,
      @ForAll @IntRange(max = 38) int droppedDigits) {
    BigInteger shorter = unscaled.divide(BigInteger.TEN.pow(droppedDigits));

    assertThat(numeric(new BigDecimal(shorter, 9))).isEqualTo(shorter);
  }

  @Property
  void writesAnyShortNumericAtAnyScale(
      @ForAll long unscaled, @ForAll @IntRange(max = 9) int scale) {
    assertThat(numeric(BigDecimal.valueOf(unscaled, scale)))
        .isEqualTo(BigInteger.valueOf(unscaled).multiply(BigInteger.TEN.pow(9 - scale)));
  }

  @Property
  void writesAnyLong(@ForAll long value) {
    assertThat(only(SourceField.of("c", ValueKind.LONG, true), ColumnType.INT64, value))
        .isEqualTo(value);
  }
}
