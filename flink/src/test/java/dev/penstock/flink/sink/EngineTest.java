package dev.penstock.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.model.Destination;
import dev.penstock.core.write.StreamPosition;
import dev.penstock.flink.FailureHandler;
import dev.penstock.flink.ServiceAccess;
import dev.penstock.flink.TableDestination;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.runtime.metrics.groups.MetricsGroupTestUtils;
import org.junit.jupiter.api.Test;

/** What is left open when a task cannot start. */
class EngineTest {
  private static final StreamPosition POSITION =
      new StreamPosition(
          new Destination("p", "d", "t"), "projects/p/datasets/d/tables/t/streams/s", 1);

  private static SinkSpec<Long> spec(NumberRows serializer, ServiceAccess access) {
    return new SinkSpec<>(
        new FixedDestination(TableDestination.of("p", "d", "t")),
        serializer,
        FailureHandler.failJob(),
        new TableRules(
            CreateDisposition.CREATE_NEVER,
            new TableRules.SameCreateOptions(TableCreateOptions.builder().build()),
            SchemaUpdateOptions.builder().build(),
            null,
            CdcTableReconciliationPolicy.VERIFY_ONLY,
            null),
        null,
        access,
        BufferedStreamOptions.builder().build().settings());
  }

  private static WriterInitContext context() {
    return (WriterInitContext)
        Proxy.newProxyInstance(
            EngineTest.class.getClassLoader(),
            new Class<?>[] {WriterInitContext.class},
            (proxy, method, arguments) ->
                method.getName().equals("metricGroup")
                    ? MetricsGroupTestUtils.mockWriterMetricGroup()
                    : null);
  }

  @Test
  void closesTheClientsOfWritersThatCannotBeMade() {
    List<BigQueryConnection> opened = new ArrayList<>();
    Engine engine =
        new Engine(
            spec(new NumberRows(), ServiceAccess.DEFAULT.withEmulator("127.0.0.1:1")),
            (connection, options, metrics, time) -> {
              opened.add(connection);
              throw new IllegalStateException("no writers");
            },
            new SinkMetrics(MetricsGroupTestUtils.mockWriterMetricGroup()));

    assertThatThrownBy(() -> engine.restore(List.of(POSITION))).hasMessage("no writers");

    assertThat(opened)
        .singleElement()
        .satisfies(
            connection ->
                assertThat(catchThrowable(() -> connection.channels().lease()))
                    .hasMessage("the channel pool is closed"));
  }

  @Test
  void makesNoClientsForASerializerThatDoesNotOpen() {
    ServiceAccess access = ServiceAccess.DEFAULT.withKeyFile("/does/not/exist/key.json");
    List<StreamState> states = List.of(new StreamState(POSITION, 1));

    assertThatThrownBy(
            () ->
                new ExactlyOnceSink<>(spec(NumberRows.thatDoNotOpen(), access))
                    .restoreWriter(context(), states))
        .hasMessage("does not open");
    assertThatThrownBy(
            () ->
                new ExactlyOnceSink<>(spec(new NumberRows(), access))
                    .restoreWriter(context(), states))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("CREDENTIALS: The key file could not be read.");
  }
}
