package dev.penstock.core.write;

import com.google.cloud.bigquery.storage.v1.RowError;
import dev.penstock.core.append.AppendBatch;
import dev.penstock.core.append.StreamWorker;
import dev.penstock.core.connection.Failure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which batch of one table is sent next, over which stream and to which place, and what an answer
 * says about the batches behind it. One owner thread. Methods throw {@link
 * dev.penstock.core.error.IngestException} when the stream cannot be trusted any more.
 */
interface SendOrder {
  /** A refused batch and why. Immutable. */
  record Refusal(AppendBatch batch, Failure failure, List<RowError> rowErrors) {}

  /** Takes a new batch, behind all others. */
  void add(AppendBatch batch);

  /** Whether batches wait for their turn. */
  boolean isWaiting();

  /**
   * The batch whose turn it is, with its place; null when none may be sent now. Opens the stream if
   * need be.
   */
  @Nullable AppendBatch next();

  /** The worker for what {@link #next} gave. */
  StreamWorker worker();

  /** Notes that what {@link #next} gave was submitted. */
  void sent(AppendBatch batch);

  /** Notes that a batch is stored. */
  void stored(AppendBatch batch);

  /** Whether the stream counts its rows. */
  boolean isNumbered();

  /** Whether the answer to a refused batch tells where a restored stream stands. */
  boolean isQuestion();

  /** Whether an earlier request may have stored the batch, and no other rows, at its place. */
  boolean isRepeated(AppendBatch batch);

  /**
   * Notes that a batch is refused.
   *
   * @return what must be repaired now; null when nothing, or not before more answers have come
   */
  @Nullable Refusal refused(Refusal refusal);

  /** Lets the refused batch have its turn again, at the same place. */
  void again(AppendBatch batch);

  /** Puts parts where a refused batch stood. */
  void replace(List<AppendBatch> parts);

  /** Makes the next batch go over a new connection. */
  void renew();

  /** Leaves a restored stream alone; the refused batch, and those behind it, go to a new one. */
  void abandon(Refusal question);

  /** The name of the stream, for messages. */
  String streamName();

  /** Adds the position of a stream that counts, and begins to watch it for the next snapshot. */
  void snapshotInto(List<StreamPosition> positions, List<StreamPosition> advanced);

  /** Whether the position, if there is one, is part of the latest snapshot. */
  boolean isInSnapshot();

  /** Ends the connection, unless others share it. */
  void release();
}
