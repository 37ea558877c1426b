package dev.penstock.core.write;

import com.google.protobuf.ByteString;
import dev.penstock.core.append.FinishedStreams.Part;
import dev.penstock.core.append.WriteStreams;
import dev.penstock.core.encode.EncodedRows;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Writes rows to pending streams of one table. Rows are dealt out batch by batch: those of one
 * stream keep their order, those of two have none. One owner thread: that of its writers.
 */
public final class PendingWriter {
  private final Destination destination;
  private final int maxStreams;
  private final Supplier<TableWriter> makeWriter;

  /** One a stream; made when its turn comes for the first time. */
  private final List<TableWriter> writers = new ArrayList<>();

  private int turn = -1;

  PendingWriter(Destination destination, int maxStreams, Supplier<TableWriter> makeWriter) {
    this.destination = destination;
    this.maxStreams = maxStreams;
    this.makeWriter = makeWriter;
  }

  /** The table it writes to. */
  public Destination destination() {
    return destination;
  }

  /**
   * Encodes one row and takes charge of it, as {@link TableWriter} does.
   *
   * @param ticket the caller's number of the row, larger than any before it
   * @return false when the row is rejected already; the next drain says why
   * @throws IngestException when the table cannot take rows of this schema
   */
  public boolean append(SourceSchema schema, RowReader row, long ticket) {
    return next().append(schema, row, ChangeType.APPEND, null, ticket);
  }

  /**
   * Takes charge of a row that the caller encoded, as {@link TableWriter} does.
   *
   * @param ticket the caller's number of the row, larger than any before it
   * @return false when the row is rejected already; the next drain says why
   * @throws IngestException when the table cannot take rows of this kind
   */
  public boolean append(EncodedRows rows, ByteString row, long ticket) {
    return next().append(rows, row, ChangeType.APPEND, null, ticket);
  }

  private TableWriter next() {
    if (turn >= 0 && writers.get(turn).hasOpenBatch()) {
      return writers.get(turn);
    }
    turn = (turn + 1) % maxStreams;
    if (turn == writers.size()) {
      writers.add(makeWriter.get());
    }
    return writers.get(turn);
  }

  /** Finalizes the streams and forgets them; nothing is left of those that hold no rows. */
  List<Part> finish(WriteStreams streams) {
    List<StreamPosition> positions = new ArrayList<>();
    writers.forEach(writer -> writer.snapshotInto(positions, new ArrayList<>()));
    List<Part> parts = new ArrayList<>();
    for (StreamPosition position : positions) {
      if (position.nextOffset() > 0) {
        requireRows(position, streams.finalizeStream(position.stream()));
        parts.add(new Part(position.stream(), position.nextOffset()));
      }
    }
    writers.forEach(TableWriter::release);
    writers.clear();
    turn = -1;
    return parts;
  }

  void requireFinished() {
    if (!writers.isEmpty()) {
      throw new IllegalStateException(
          "rows for " + destination + " are not committed (expected: finished before)");
    }
  }

  private static void requireRows(StreamPosition position, long held) {
    if (held != position.nextOffset()) {
      throw new IngestException(
          ErrorCode.STREAM_UNUSABLE,
          "Stream "
              + position.stream()
              + " holds "
              + held
              + " rows although "
              + position.nextOffset()
              + " were written, so it is not committed and nothing is stored. Load again.");
    }
  }
}
