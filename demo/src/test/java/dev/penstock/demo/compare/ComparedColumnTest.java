package dev.penstock.demo.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparedColumnTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ComparedColumn tags = new ComparedColumn("tags", ValueForm.TEXT, true);

  @Test
  void nullArrayEqualsEmptyArray() throws Exception {
    assertThat(tags.fromPostgres(null)).isEqualTo("[]");
    assertThat(tags.fromPostgres("[]")).isEqualTo("[]");
    assertThat(tags.fromBigQuery(json("[]"))).isEqualTo("[]");
  }

  @Test
  void elementsKeepOrderAndText() throws Exception {
    assertThat(tags.fromPostgres("[\"a\",\"\",\"b,c\"]"))
        .isEqualTo(tags.fromBigQuery(json("[{\"v\":\"a\"},{\"v\":\"\"},{\"v\":\"b,c\"}]")))
        .isNotEqualTo(tags.fromPostgres("[\"\",\"a\",\"b,c\"]"));
  }

  @Test
  void nullIsNotEmptyText() throws Exception {
    ComparedColumn name = new ComparedColumn("name", ValueForm.TEXT, false);

    assertThat(name.fromPostgres(null)).isNull();
    assertThat(name.fromBigQuery(json("null"))).isNull();
    assertThat(name.fromBigQuery(json("\"\""))).isEmpty();
  }

  @Test
  void typedValuesHaveTheSameTexts() {
    assertThat(new ComparedColumn("c", ValueForm.DECIMAL, false).fromTyped(new BigDecimal("-1E-4")))
        .isEqualTo("-0.0001");
    assertThat(
            new ComparedColumn("c", ValueForm.BYTES, false)
                .fromTyped(ByteString.copyFrom(new byte[] {0, (byte) 0xFF})))
        .isEqualTo("00ff");
    assertThat(
            new ComparedColumn("c", ValueForm.INSTANT, false)
                .fromTyped(Instant.parse("1969-12-31T23:59:59.999999Z")))
        .isEqualTo("1969-12-31T23:59:59.999999Z");
    assertThat(new ComparedColumn("c", ValueForm.FLOAT, false).fromTyped(Double.NaN))
        .isEqualTo("NaN");
    assertThat(tags.fromTyped(Arrays.asList("a", null))).isEqualTo("[\"a\",null]");
    assertThat(tags.fromTyped(List.of())).isEqualTo("[]");
  }

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text);
  }
}
