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

  /** Whether a refusal says that an earlier request stored the batch at its place. */
  boolean isStoredBefore(Refusal refusal);

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

  /** Repairs a stream that takes no more rows, if that can be done under its rows. */
  void replaceStream(Failure failure);

  /** Adds the position of a stream that counts, and begins to watch it for the next snapshot. */
  void snapshotInto(List<StreamPosition> positions, List<StreamPosition> advanced);

  /** Whether the position, if there is one, is part of the latest snapshot. */
  boolean isInSnapshot();

  /** Ends the connection, unless others share it. */
  void release();
}
