package dev.penstock.flink.sink;

import dev.penstock.flink.DestinationResolution;
import dev.penstock.flink.DestinationResolver;
import dev.penstock.flink.TableDestination;
import java.io.Serial;
import org.apache.flink.api.connector.sink2.SinkWriter;

/** Sends every record to one table. Immutable. */
record FixedDestination(TableDestination table) implements DestinationResolver<Object> {
  @Serial private static final long serialVersionUID = 1L;

  @Override
  public DestinationResolution resolve(Object element, SinkWriter.Context context) {
    return table;
  }
}
