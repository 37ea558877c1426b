package dev.penstock.core.write;

import dev.penstock.core.append.AppendBatch;
import dev.penstock.core.append.StreamWorker;
import dev.penstock.core.append.StreamWorkers;
import dev.penstock.core.append.WriteStream;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The order of a stream that counts its rows: each batch goes to the offset behind the one before.
 *
 * <p>When a batch is refused, those sent behind it cannot be stored either. Nothing is sent until
 * all of them are answered; then they stand behind what becomes of the refused one, and get new
 * offsets. The service stores at most one row at an offset (WA-082), so rows are stored once as
 * long as "already exists" is taken for success only where no other rows can lie.
 *
 * <p>The first batch at a restored position is sent alone, as a question: if its answer says that
 * the stream does not stand there, the stream is left alone for a new one. One owner thread.
 */
final class OffsetOrder implements SendOrder {
  private static final Logger LOG = LoggerFactory.getLogger(OffsetOrder.class);
  private static final String CURE =
      "Restart from the last snapshot: what is not committed is written again to a new stream.";

  private final StreamWorkers workers;
  private final Supplier<WriteStream> creator;
  private final ArrayDeque<AppendBatch> waiting = new ArrayDeque<>();
  private final ArrayDeque<AppendBatch> sent = new ArrayDeque<>();
  private final ArrayDeque<AppendBatch> trailing = new ArrayDeque<>();
  private @Nullable WriteStream stream;
  private @Nullable WriteStream abandoned;
  private @Nullable Refusal refusal;
  private long next;
  private boolean probing;
  private long snapshotNext;

  /** Before this offset, other rows than those sent now may have been sent earlier. */
  private long shiftedEnd;

  /** What it was before the latest refusal. */
  private long shiftedBefore;

  /** Rows for a stream that is created when they are sent. */
  OffsetOrder(StreamWorkers workers, Supplier<WriteStream> creator) {
    this.workers = workers;
    this.creator = creator;
  }

  /** Rows for a stream that an earlier task wrote to. */
  OffsetOrder(
      StreamWorkers workers, Supplier<WriteStream> creator, WriteStream restored, long next) {
    this(workers, creator);
    this.stream = restored;
    this.next = next;
    this.snapshotNext = next;
    this.probing = true;
  }

  @Override
  public void add(AppendBatch batch) {
    waiting.add(batch);
  }

  @Override
  public boolean isWaiting() {
    return !waiting.isEmpty();
  }

  @Override
  public @Nullable AppendBatch next() {
    AppendBatch batch = waiting.peek();
    if (batch == null || refusal != null || (probing && !sent.isEmpty())) {
      return null;
    }
    batch.place(open(), next);
    return batch;
  }

  private WriteStream open() {
    WriteStream gone = abandoned;
    if (gone != null) {
      abandoned = null;
      workers.release(gone);
    }
    WriteStream open = stream;
    if (open == null) {
      open = creator.get();
      stream = open;
    }
    return open;
  }

  @Override
  public StreamWorker worker() {
    return workers.workerFor(open(), "");
  }

  @Override
  public void sent(AppendBatch batch) {
    waiting.remove();
    sent.add(batch);
    next = batch.endOffset();
  }

  @Override
  public void stored(AppendBatch batch) {
    answered(batch);
    if (refusal != null) {
      throw broken(
          "stored rows at offset "
              + batch.offset()
              + " although the rows at offset "
              + refusal.batch().offset()
              + " are refused");
    }
    probing = false;
  }

  private void answered(AppendBatch batch) {
    if (sent.poll() != batch) {
      throw broken("answered out of order at offset " + batch.offset());
    }
  }

  private IngestException broken(String what) {
    return new IngestException(
        ErrorCode.STREAM_UNUSABLE, "Stream " + streamName() + " " + what + ". " + CURE);
  }

  @Override
  public boolean isNumbered() {
    return true;
  }

  @Override
  public boolean isQuestion() {
    return probing;
  }

  @Override
  public boolean isRepeated(AppendBatch batch) {
    return batch.wasSentBefore() && !probing && batch.offset() >= shiftedEnd;
  }

  @Override
  public @Nullable Refusal refused(Refusal answer) {
    answered(answer.batch());
    Refusal first = refusal;
    if (first == null) {
      first = answer;
      refusal = answer;
      shiftedBefore = shiftedEnd;
      shiftedEnd = Math.max(shiftedEnd, next);
      next = answer.batch().offset();
    } else {
      trailing.add(answer.batch());
    }
    if (!sent.isEmpty()) {
      return null;
    }
    while (!trailing.isEmpty()) {
      waiting.addFirst(trailing.removeLast());
    }
    refusal = null;
    return first;
  }

  @Override
  public void abandon(Refusal probe) {
    LOG.info(
        "Stream {} does not go on at offset {}; its rows from there were never committed, and go"
            + " to a new stream: {}",
        streamName(),
        probe.batch().offset(),
        probe.failure().reason());
    abandoned = stream;
    stream = null;
    probing = false;
    next = 0;
    snapshotNext = 0;
    shiftedEnd = 0;
    waiting.addFirst(probe.batch());
  }

  @Override
  public void again(AppendBatch batch) {
    // Nothing moved.
    shiftedEnd = shiftedBefore;
    waiting.addFirst(batch);
  }

  @Override
  public void replace(List<AppendBatch> parts) {
    for (int last = parts.size() - 1; last >= 0; last--) {
      waiting.addFirst(parts.get(last));
    }
  }

  @Override
  public void renew() {
    worker().renew();
  }

  @Override
  public String streamName() {
    return stream == null ? "(none)" : stream.name();
  }

  @Override
  public void snapshotInto(List<StreamPosition> positions, List<StreamPosition> advanced) {
    if (stream == null) {
      return;
    }
    StreamPosition position = new StreamPosition(stream.destination(), stream.name(), next);
    positions.add(position);
    if (next != snapshotNext) {
      advanced.add(position);
      snapshotNext = next;
    }
  }

  @Override
  public boolean isInSnapshot() {
    return next == snapshotNext;
  }

  @Override
  public void release() {
    if (stream != null) {
      workers.release(stream);
    }
  }
}
