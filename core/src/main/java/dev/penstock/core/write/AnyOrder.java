package dev.penstock.core.write;

import dev.penstock.core.append.AppendBatch;
import dev.penstock.core.append.StreamWorker;
import dev.penstock.core.append.StreamWorkers;
import dev.penstock.core.append.WriteStream;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of a default stream: batches do not depend on each other, and what is sent again goes
 * first. One owner thread.
 */
final class AnyOrder implements SendOrder {
  private final WriteStream stream;
  private final StreamWorkers workers;
  private final StreamWorker worker;
  private final ArrayDeque<AppendBatch> fresh = new ArrayDeque<>();
  private final ArrayDeque<AppendBatch> again = new ArrayDeque<>();

  AnyOrder(WriteStream stream, StreamWorkers workers, String location) {
    this.stream = stream;
    this.workers = workers;
    this.worker = workers.workerFor(stream, location);
  }

  @Override
  public void add(AppendBatch batch) {
    batch.place(stream, AppendBatch.NO_OFFSET);
    fresh.add(batch);
  }

  @Override
  public boolean isWaiting() {
    return !fresh.isEmpty() || !again.isEmpty();
  }

  @Override
  public @Nullable AppendBatch next() {
    return queue().peek();
  }

  private ArrayDeque<AppendBatch> queue() {
    return again.isEmpty() ? fresh : again;
  }

  @Override
  public StreamWorker worker() {
    return worker;
  }

  @Override
  public void sent(AppendBatch batch) {
    queue().remove();
  }

  @Override
  public void stored(AppendBatch batch) {}

  @Override
  public boolean isNumbered() {
    return false;
  }

  @Override
  public boolean isQuestion() {
    return false;
  }

  @Override
  public boolean isRepeated(AppendBatch batch) {
    return false;
  }

  @Override
  public Refusal refused(Refusal refusal) {
    return refusal;
  }

  @Override
  public void again(AppendBatch batch) {
    again.add(batch);
  }

  @Override
  public void replace(List<AppendBatch> parts) {
    for (AppendBatch part : parts) {
      part.place(stream, AppendBatch.NO_OFFSET);
      again.add(part);
    }
  }

  @Override
  public void renew() {
    worker.renew();
  }

  @Override
  public void abandon(Refusal question) {
    throw new AssertionError(question);
  }

  @Override
  public String streamName() {
    return stream.name();
  }

  @Override
  public void snapshotInto(List<StreamPosition> positions, List<StreamPosition> advanced) {}

  @Override
  public boolean isInSnapshot() {
    return true;
  }

  @Override
  public void release() {
    workers.release(stream);
  }
}
