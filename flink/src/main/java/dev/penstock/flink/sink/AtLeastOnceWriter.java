package dev.penstock.flink.sink;

import java.io.IOException;
import org.apache.flink.api.connector.sink2.SinkWriter;

/** Writes records to default streams. One owner thread. */
final class AtLeastOnceWriter<T> implements SinkWriter<T> {
  private final RecordFeed<T> feed;
  private final Ticks ticks;

  AtLeastOnceWriter(RecordFeed<T> feed, Ticks ticks) {
    this.feed = feed;
    this.ticks = ticks;
  }

  @Override
  public void write(T element, Context context) throws IOException, InterruptedException {
    feed.write(element, context);
  }

  @Override
  public void flush(boolean endOfInput) throws IOException, InterruptedException {
    feed.flush();
    feed.evictIdle();
  }

  @Override
  public void close() {
    ticks.stop();
    feed.close();
  }
}
