package dev.penstock.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.flink.TableDestination;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.avro.SchemaParseException;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BigQuerySourceBuilderTest {
  private static final TableDestination TABLE = TableDestination.of("p", "d", "t");
  private static final BigQueryRowDeserializationSchema<GenericRecord> RECORDS =
      BigQueryRowDeserializationSchema.genericRecord(
          "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"id\",\"type\":\"long\"}]}");

  private static BigQuerySourceBuilder<GenericRecord> complete() {
    return BigQuerySource.<GenericRecord>builder().table(TABLE).deserializer(RECORDS);
  }

  private interface Change extends UnaryOperator<BigQuerySourceBuilder<GenericRecord>> {}

  private static Arguments refused(Change change, String message) {
    return Arguments.of(change, message);
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        refused(
            b -> BigQuerySource.<GenericRecord>builder().deserializer(RECORDS),
            "table is missing. Say what is to be read."),
        refused(
            b -> BigQuerySource.<GenericRecord>builder().table(TABLE),
            "deserializer is missing. Say how rows become records."),
        refused(b -> b.parentProject(" "), "parentProject: ' ' (expected: not blank)"),
        refused(b -> b.selectedFields("a", " "), "selectedFields: ' ' (expected: not blank)"),
        refused(
            b -> b.selectedFields("a", "b", "a"),
            "selectedFields: [a, b, a] (expected: different names, at least one)"),
        refused(
            b -> b.selectedFields(List.of()),
            "selectedFields: [] (expected: different names, at least one)"),
        refused(b -> b.rowRestriction(""), "rowRestriction: '' (expected: not blank)"),
        refused(b -> b.maxStreamCount(-1), "maxStreamCount: -1 (expected: at least 0)"),
        refused(
            b -> b.preferredMinStreamCount(-1),
            "preferredMinStreamCount: -1 (expected: at least 0)"),
        refused(
            b -> b.preferredMinStreamCount(3).maxStreamCount(2),
            "preferredMinStreamCount is 3, above maxStreamCount, 2. Lower it, or raise"
                + " maxStreamCount."),
        refused(b -> b.maxRecordsPerFetch(0), "maxRecordsPerFetch: 0 (expected: at least 1)"),
        refused(b -> b.maxBytesPerFetch(0), "maxBytesPerFetch: 0 (expected: at least 1)"),
        refused(b -> b.retryMaxAttempts(0), "retryMaxAttempts: 0 (expected: at least 1)"),
        refused(b -> b.serviceAccountKeyFile(" "), "serviceAccountKeyFile: '' (expected: a path)"),
        refused(
            b -> b.serviceAccountKeyFile("/key.json").emulatorEndpoint("h:1"),
            "serviceAccountKeyFile and an emulator endpoint are both set; a stand-in takes no"
                + " credentials. Remove one of them."),
        refused(
            b -> b.emulatorEndpoint("http://h:1"),
            "emulatorEndpoint: 'http://h:1' (expected: host:port)"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("refusals")
  void refuses(Change change, String message) {
    assertThatThrownBy(() -> change.apply(complete()).build())
        .isInstanceOfAny(IllegalArgumentException.class, IllegalStateException.class)
        .hasMessage(message);
  }

  @Test
  void takesMoreWantedStreamsWhenTheServiceDecidesTheMost() {
    assertThat(complete().preferredMinStreamCount(3).build().getBoundedness())
        .isEqualTo(Boundedness.BOUNDED);
  }

  @Test
  void refusesASchemaThatIsNone() {
    assertThatThrownBy(() -> BigQueryRowDeserializationSchema.genericRecord("{"))
        .isInstanceOf(SchemaParseException.class);
  }

  @Test
  void aGraphIsMadeWithoutReadingTheKeyOrTheNetwork() throws Exception {
    BigQuerySource<GenericRecord> source =
        complete()
            .serviceAccountKeyFile("/does/not/exist.json")
            .parentProject("payer")
            .selectedFields("id")
            .rowRestriction("id > 1")
            .snapshotTime(Instant.EPOCH)
            .build();
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.fromSource(source, WatermarkStrategy.noWatermarks(), "BigQuery")
        .sinkTo(new DiscardingSink<>());

    assertThat(env.getStreamGraph().getStreamNodes()).isNotEmpty();
    assertThat(InstantiationUtil.clone(source)).isNotSameAs(source);
  }
}
