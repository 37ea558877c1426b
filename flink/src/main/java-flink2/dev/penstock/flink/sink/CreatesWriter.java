package dev.penstock.flink.sink;

import org.apache.flink.api.connector.sink2.Sink;

/** A sink in the form of this line of Flink: in 2.x the interface itself. */
interface CreatesWriter<T> extends Sink<T> {}
