package dev.penstock.flink;

import java.io.Serializable;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.connector.sink2.SinkWriter;

/**
 * Says which table a record belongs to. It is asked for every record, before the serializer: make
 * {@link TableDestination}s once and reuse them.
 *
 * <p>A failure that belongs to the record is an {@link UnroutableRecord}, which the failure handler
 * gets. A null and an exception are defects of the job and always fail it.
 */
@FunctionalInterface
@PublicEvolving
public interface DestinationResolver<T> extends Serializable {
  /** The table of a record; the context knows its timestamp and the watermark. */
  DestinationResolution resolve(T element, SinkWriter.Context context);
}
