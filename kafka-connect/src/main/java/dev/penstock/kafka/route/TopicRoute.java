package dev.penstock.kafka.route;

import org.apache.kafka.connect.sink.SinkRecord;

/** Routes the records of one topic. One owner thread. */
interface TopicRoute {
  Decision route(SinkRecord record);
}
