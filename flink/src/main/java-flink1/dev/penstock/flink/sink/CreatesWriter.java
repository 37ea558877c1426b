package dev.penstock.flink.sink;

import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;

/** A sink in the form of this line of Flink: 1.20 still asks for a method that it never calls. */
interface CreatesWriter<T> extends Sink<T> {
  @Override
  @Deprecated
  default SinkWriter<T> createWriter(InitContext context) {
    throw new UnsupportedOperationException("Flink 1.20 calls createWriter(WriterInitContext).");
  }
}
