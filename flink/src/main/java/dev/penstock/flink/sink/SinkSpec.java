package dev.penstock.flink.sink;

import dev.penstock.flink.BigQueryFailure;
import dev.penstock.flink.DestinationResolver;
import dev.penstock.flink.FailureHandler;
import dev.penstock.flink.ServiceAccess;
import dev.penstock.flink.serializer.BigQuerySerializationSchema;
import java.io.Serial;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * All that a sink is; this travels in the job graph. Immutable.
 *
 * @param cdc how records become changes; null when rows are plain
 */
record SinkSpec<T>(
    DestinationResolver<? super T> resolver,
    BigQuerySerializationSchema<? super T> serializer,
    FailureHandler<? super BigQueryFailure> failureHandler,
    TableRules tables,
    @Nullable CdcOptions<? super T> cdc,
    ServiceAccess access,
    StreamSettings stream)
    implements Serializable {
  @Serial private static final long serialVersionUID = 1L;
}
