package dev.penstock.kafka.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Schema;
import com.google.protobuf.ByteString;
import dev.penstock.testkit.LocalBigQueryExtension;
import dev.penstock.testkit.types.ConnectTypes;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.json.JsonConverter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every type of Connect and Debezium, from the record to what BigQuery shows. */
class ConnectTypesIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets();

  private final ConnectTypes types = ConnectTypes.ofConnect();

  /** All cases are columns of one table; row n holds each case's nth value. */
  @TestFactory
  Stream<DynamicNode> valuesReadBackInTheColumnMadeForThem() {
    SchemaBuilder columns = TableEvents.withId();
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of(), false);
      types.cases().forEach(c -> columns.field(c.name(), optional(converter, c)));
    }
    TableEvents events = TableEvents.items(columns);
    try (SinkCase sink = new SinkCase(BIGQUERY, "connect_types")) {
      sink.with("variableScaleDecimalHandlingMode", "NUMERIC");
      for (int n = 0; n < 3; n++) {
        sink.send(row(events, n));
      }
      assertThat(sink.takeDeadLetters()).isEmpty();
      Schema schema = sink.table().metadata().getDefinition().getSchema();
      List<@Nullable Map<String, @Nullable Object>> rows =
          Stream.of(0L, 1L, 2L).<@Nullable Map<String, @Nullable Object>>map(sink::row).toList();
      return types.cases().stream()
          .map(c -> DynamicContainer.dynamicContainer(c.name(), tests(c, schema, rows)));
    }
  }

  private static Stream<DynamicTest> tests(
      ConnectTypes.Case type,
      @Nullable Schema schema,
      List<@Nullable Map<String, @Nullable Object>> rows) {
    Field field = Objects.requireNonNull(schema).getFields().get(type.name());
    DynamicTest column =
        DynamicTest.dynamicTest(
            type.column(),
            () ->
                assertThat(field.getType().name() + " " + field.getMode())
                    .isEqualTo(type.column()));
    Stream<DynamicTest> values =
        Stream.iterate(0, n -> n < type.values().size(), n -> n + 1)
            .map(
                n ->
                    DynamicTest.dynamicTest(
                        "value " + n,
                        () ->
                            assertThat(text(Objects.requireNonNull(rows.get(n)).get(type.name())))
                                .isEqualTo(type.values().get(n).read())));
    return Stream.concat(Stream.of(column), values);
  }

  private RecordedEvent row(TableEvents events, int n) {
    @Nullable Object[] values = new @Nullable Object[types.cases().size() + 1];
    values[0] = (long) n;
    for (int i = 0; i < types.cases().size(); i++) {
      ConnectTypes.Case type = types.cases().get(i);
      if (n < type.values().size()) {
        values[i + 1] =
            ConnectJson.read(
                events.columns().field(type.name()).schema(), type.values().get(n).written());
      }
    }
    return events.upsert(values);
  }

  private static org.apache.kafka.connect.data.Schema optional(
      JsonConverter converter, ConnectTypes.Case type) {
    ObjectNode schema = type.schema().deepCopy();
    return converter.asConnectSchema((JsonNode) schema.put("optional", true));
  }

  private static String text(@Nullable Object value) {
    if (value instanceof ByteString bytes) {
      return HexFormat.of().formatHex(bytes.toByteArray());
    }
    if (value instanceof BigDecimal number) {
      return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(ConnectTypesIT::text).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Map<?, ?> struct) {
      return struct.entrySet().stream()
          .map(entry -> entry.getKey() + "=" + text(entry.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return String.valueOf(value);
  }
}
