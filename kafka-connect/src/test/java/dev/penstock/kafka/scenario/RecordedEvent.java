package dev.penstock.kafka.scenario;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record that Debezium wrote to a topic. Immutable.
 *
 * <p>Truncate events have no key.
 *
 * @param operation the number of the operation that caused it
 */
record RecordedEvent(
    int operation,
    String topic,
    @Nullable Schema keySchema,
    @Nullable Object key,
    @Nullable Schema valueSchema,
    @Nullable Object value,
    Headers headers) {}
