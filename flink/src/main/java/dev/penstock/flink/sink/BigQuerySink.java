package dev.penstock.flink.sink;

import org.apache.flink.annotation.PublicEvolving;

/**
 * Writes a stream to BigQuery.
 *
 * <pre>{@code
 * events.sinkTo(
 *     BigQuerySink.<GenericRecord>builder()
 *         .table(TableDestination.of("my-project", "my_dataset", "events"))
 *         .serializer(AvroRecordSerializationSchema.of(schema))
 *         .build());
 * }</pre>
 */
@PublicEvolving
public final class BigQuerySink {
  private BigQuerySink() {}

  /** Collects what a sink is. */
  public static <T> BigQuerySinkBuilder<T> builder() {
    return new BigQuerySinkBuilder<>();
  }
}
