package dev.penstock.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.flink.TableDestination;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BigQuerySinkBuilderTest {
  private static final TableDestination TABLE = TableDestination.of("p", "d", "t");
  private static final CdcOptions<Long> CDC =
      CdcOptions.<Long>builder(number -> CdcChangeType.UPSERT).build();

  private static BigQuerySinkBuilder<Long> complete() {
    return BigQuerySink.<Long>builder().table(TABLE).serializer(new NumberRows());
  }

  private interface Change extends UnaryOperator<BigQuerySinkBuilder<Long>> {}

  private static Arguments refused(Change change, String message) {
    return Arguments.of(change, message);
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        refused(
            b -> BigQuerySink.<Long>builder().serializer(new NumberRows()),
            "Neither table nor destinationResolver is set"),
        refused(b -> BigQuerySink.<Long>builder().table(TABLE), "serializer is missing"),
        refused(
            b -> b.serviceAccountKeyFile("/key.json").emulatorEndpoint("h:1"),
            "serviceAccountKeyFile and an emulator endpoint are both set"),
        refused(
            b -> b.serviceAccountKeyFile("/key.json").emulatorRestEndpoint("h:1"),
            "serviceAccountKeyFile and an emulator endpoint are both set"),
        refused(
            b -> b.emulatorEndpoint("h:1"), "emulatorEndpoint is set without emulatorRestEndpoint"),
        refused(
            b -> b.emulatorRestEndpoint("h:1"),
            "emulatorRestEndpoint is set without emulatorEndpoint"),
        refused(
            b -> b.writeMethod(WriteMethod.STORAGE_API_EXACTLY_ONCE),
            "bufferedStreamOptions is missing"),
        refused(
            b -> b.bufferedStreamOptions(BufferedStreamOptions.builder().build()),
            "bufferedStreamOptions is set, and writeMethod is STORAGE_API_AT_LEAST_ONCE"),
        refused(
            b ->
                b.writeMethod(WriteMethod.STORAGE_API_EXACTLY_ONCE)
                    .defaultStreamOptions(DefaultStreamOptions.builder().build()),
            "defaultStreamOptions is set, and writeMethod is STORAGE_API_EXACTLY_ONCE"),
        refused(
            b ->
                b.writeMethod(WriteMethod.STORAGE_API_EXACTLY_ONCE)
                    .bufferedStreamOptions(BufferedStreamOptions.builder().build())
                    .cdcOptions(CDC),
            "cdcOptions is set, and writeMethod is STORAGE_API_EXACTLY_ONCE"),
        refused(
            b -> b.cdcTableOptions(CdcTableOptions.builder().build()),
            "cdcTableOptions is set without cdcOptions"),
        refused(
            b -> b.cdcTableOptionsProvider(table -> CdcTableOptions.builder().build()),
            "cdcTableOptions is set without cdcOptions"),
        refused(
            b -> b.cdcTableReconciliationPolicy(CdcTableReconciliationPolicy.VERIFY_ONLY),
            "cdcTableReconciliationPolicy is set without cdcOptions"),
        refused(
            b ->
                b.cdcOptions(CDC)
                    .cdcTableOptions(CdcTableOptions.builder().build())
                    .cdcTableReconciliationPolicy(CdcTableReconciliationPolicy.RECONCILE),
            "cdcTableReconciliationPolicy is RECONCILE, and cdcTableOptions has no"
                + " primaryKeyColumns"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void refusesWhatIsMissingOrDoesNotGoTogether(Change change, String message) {
    BigQuerySinkBuilder<Long> builder = change.apply(complete());
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(message);
  }

  static Stream<Arguments> badValues() {
    return Stream.of(
        refused(b -> b.serviceAccountKeyFile(" "), "serviceAccountKeyFile: ''"),
        refused(b -> b.location(" "), "location: '' (expected: a location such as EU)"),
        refused(
            b -> b.table(TableDestination.of("p", "my-dataset", "t")),
            "dataset: 'my-dataset' (expected: letters, digits and underscores)"),
        refused(
            b -> b.table(TableDestination.of("p", "d", "my.table")),
            "table: 'my.table' (expected: letters, digits, spaces, dashes and underscores;"),
        refused(b -> b.emulatorEndpoint("h"), "emulatorEndpoint: 'h'"),
        refused(b -> b.emulatorRestEndpoint("h"), "emulatorRestEndpoint: 'h'"),
        refused(
            b -> with(b, DefaultStreamOptions.builder().maxAppendRequestBytes(0)),
            "maxAppendRequestBytes: 0 (expected: 1..20000000)"),
        refused(
            b -> with(b, DefaultStreamOptions.builder().maxAppendRequestBytes(20_000_001)),
            "maxAppendRequestBytes: 20000001 (expected: 1..20000000)"),
        refused(
            b -> with(b, DefaultStreamOptions.builder().maxInflightRequests(0)),
            "maxInflightRequests: 0 (expected: 1..10000)"),
        refused(
            b -> with(b, DefaultStreamOptions.builder().maxInflightBytes(0)),
            "maxInflightBytes: 0 (expected: at least 1)"),
        refused(
            b -> with(b, DefaultStreamOptions.builder().recoveryInitialBackoff(Duration.ZERO)),
            "recoveryInitialBackoff: PT0S (expected: PT0.001S.."),
        refused(
            b -> with(b, DefaultStreamOptions.builder().recoveryMaxAttempts(0)),
            "recoveryMaxAttempts: 0 (expected: at least 1)"),
        refused(
            b -> with(b, DefaultStreamOptions.builder().destinationIdleTimeout(Duration.ZERO)),
            "destinationIdleTimeout: PT0S"),
        refused(
            b -> with(b, DefaultStreamOptions.builder().flushInterval(Duration.ZERO)),
            "flushInterval: PT0S"),
        refused(
            b -> create(b, TableCreateOptions.builder().clusteredFields(List.of())),
            "clusteredFields: [] (expected: 1..4 columns)"),
        refused(
            b ->
                create(
                    b,
                    TableCreateOptions.builder().clusteredFields(List.of("a", "b", "c", "d", "e"))),
            "clusteredFields: [a, b, c, d, e] (expected: 1..4 columns)"),
        refused(
            b ->
                create(
                    b,
                    TableCreateOptions.builder()
                        .timePartitioning(TimePartitioningType.DAY)
                        .timePartitioningExpiration(Duration.ZERO)),
            "timePartitioningExpiration: PT0S"),
        refused(
            b -> changes(b, CdcTableOptions.builder().primaryKeyColumns(List.of("a", "A"))),
            "primaryKeyColumns: [a, A] (expected: 1..16 different columns)"),
        refused(
            b -> changes(b, CdcTableOptions.builder().maxStaleness(Duration.ofNanos(1_500))),
            "maxStaleness: PT0.0000015S (expected: whole microseconds, more than 0)"));
  }

  private static BigQuerySinkBuilder<Long> with(
      BigQuerySinkBuilder<Long> sink, DefaultStreamOptions.Builder options) {
    return sink.defaultStreamOptions(options.build());
  }

  private static BigQuerySinkBuilder<Long> create(
      BigQuerySinkBuilder<Long> sink, TableCreateOptions.Builder options) {
    return sink.tableCreateOptions(options.build());
  }

  private static BigQuerySinkBuilder<Long> changes(
      BigQuerySinkBuilder<Long> sink, CdcTableOptions.Builder options) {
    return sink.cdcTableOptions(options.build());
  }

  @ParameterizedTest
  @MethodSource("badValues")
  void refusesAValueWhereItIsSet(Change change, String message) {
    BigQuerySinkBuilder<Long> builder = complete();
    assertThatThrownBy(() -> change.apply(builder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void refusesOptionsThatContradictEachOther() {
    assertThatThrownBy(
            () -> DefaultStreamOptions.builder().recoveryMaxBackoff(Duration.ofMillis(1)).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("recoveryMaxBackoff: PT0.001S (expected: at least recoveryInit");
    assertThatThrownBy(
            () ->
                TableCreateOptions.builder().timePartitioningExpiration(Duration.ofDays(1)).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("timePartitioningExpiration is set without timePartitioning");
  }

  @Test
  void theLastOfTableAndResolverCounts() {
    TableDestination other = TableDestination.of("p", "d", "u");
    assertThat(complete().destinationResolver((number, context) -> other).build()).isNotNull();
    assertThat(BigQuerySink.<Long>builder().serializer(new NumberRows())).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void buildsAndTravelsWithAKeyThatDoesNotExist(Change change) throws Exception {
    Sink<Long> sink =
        change.apply(complete()).serviceAccountKeyFile("/does/not/exist/key.json").build();

    byte[] graph = InstantiationUtil.serializeObject(sink);
    Sink<Long> arrived =
        InstantiationUtil.deserializeObject(graph, BigQuerySinkBuilderTest.class.getClassLoader());

    assertThat(arrived).hasSameClassAs(sink);
  }

  static Stream<Change> methods() {
    return Stream.of(
        b -> b,
        b -> b.cdcOptions(CDC).failureHandler(Seen.as("travel")),
        b ->
            b.writeMethod(WriteMethod.STORAGE_API_EXACTLY_ONCE)
                .bufferedStreamOptions(BufferedStreamOptions.builder().build()));
  }
}
