package dev.penstock.cli.source;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.penstock.core.error.IngestException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Parses a CSV file on a thread of its own while the owner looks at the records before. There are
 * never more than three batches of records. One owner thread.
 */
final class CsvReadAhead implements AutoCloseable {
  /** That are done; one more is being filled. */
  private static final int BATCHES = 2;

  private static final int LEAST_BUFFER_CHARACTERS = 1 << 16;

  private final TextFile file;
  private final CsvOptions options;
  private final CsvCells cells;
  private final DecodedText text;
  private final CsvReader<CsvCells> reader;
  private final CloseableIterator<CsvCells> records;
  private final Queue<CsvBatch> used = new ConcurrentLinkedQueue<>();
  private final ReadAhead<CsvBatch> batches;

  /** Characters that the parser had when it began the record. */
  private long begun;

  private long doneBytes;
  private long totalBytes;

  /**
   * Opens a file and begins to parse it.
   *
   * @param bytes sees those of the file, on the other thread; all of them before the last batch
   */
  CsvReadAhead(TextFile file, CsvOptions options, CountedInput.Bytes bytes) {
    this.file = file;
    this.options = options;
    CsvBatch first = new CsvBatch();
    used.add(first);
    this.cells = new CsvCells(options.maxRowBytes(), first);
    this.text = open(bytes);
    this.reader =
        CsvReader.builder()
            .fieldSeparator(options.delimiter())
            .quoteCharacter(options.quote())
            .skipEmptyLines(false)
            .allowExtraFields(true)
            .allowMissingFields(true)
            .maxBufferSize(bufferCharacters())
            .build(cells, text);
    this.records = reader.iterator();
    this.batches = new ReadAhead<>(file.toString(), "penstock-csv", BATCHES, this::fill);
  }

  private DecodedText open(CountedInput.Bytes seen) {
    InputStream bytes =
        file.open(
            (done, total) -> {
              doneBytes = done;
              totalBytes = total;
            },
            seen);
    try {
      return DecodedText.of(bytes, options.charset());
    } catch (IOException e) {
      IngestException failure = file.unreadable(e);
      try {
        bytes.close();
      } catch (IOException second) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
  }

  private CsvBatch fill() {
    CsvBatch before = used.poll();
    CsvBatch batch = before == null ? new CsvBatch() : before;
    batch.clear();
    cells.fill(batch);
    IngestException failure = null;
    boolean more = true;
    try {
      while (more && !batch.isFull()) {
        more = read();
      }
    } catch (IngestException e) {
      failure = e;
    }
    batch.end(!more || failure != null, failure, doneBytes, totalBytes);
    return batch;
  }

  private IngestException tooLarge() {
    return fault(
        "has more than "
            + options.maxRowBytes()
            + " bytes, the limit max-row-bytes. Check its quotes, or raise the limit.");
  }

  private int bufferCharacters() {
    return Math.max(LEAST_BUFFER_CHARACTERS, options.maxRowBytes());
  }

  private boolean read() {
    begun = text.count();
    try {
      if (!records.hasNext()) {
        return false;
      }
      CsvCells unused = records.next();
    } catch (CsvParseException e) {
      throw unparsable(e);
    } catch (UncheckedIOException e) {
      throw unreadable(Objects.requireNonNull(e.getCause()));
    }
    if (cells.isTooLarge()) {
      throw tooLarge();
    }
    if (cells.isEnd()) {
      return false;
    }
    if (cells.endsOpen()) {
      throw fault(
          "has a quoted cell that is never closed. Close it, or read the file with quote=none.");
    }
    cells.keep();
    return true;
  }

  /** What went wrong stands in texts only, and they hold characters of the file. */
  private IngestException unparsable(CsvParseException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException io) {
        return unreadable(io);
      }
    }
    // The parser gives up on a cell that fills its buffer, of which a part may be read before.
    if (text.count() - begun > bufferCharacters() / 2) {
      return tooLarge();
    }
    return fault(
        "has characters behind a closing quote. Double the quotes inside of cells, or read the"
            + " file with quote=none.");
  }

  private IngestException unreadable(IOException cause) {
    if (!(cause instanceof CharacterCodingException)) {
      return file.unreadable(cause);
    }
    try (InputStream again = file.open()) {
      DecodedText.Undecodable found = DecodedText.findUndecodable(again, options.charset());
      return file.fault(
          found.line(),
          "has bytes that are no text in "
              + found.charset()
              + ". Correct them, or name the file's encoding, as 'csv://PATH?encoding=ISO-8859-1'.");
    } catch (IOException e) {
      return file.unreadable(e);
    }
  }

  /** A fault of the record that was parsed last. */
  private IngestException fault(String problem) {
    return file.fault(cells.line(), problem);
  }

  /** The next records, of which there may be none; takes back those before. */
  CsvBatch next(@Nullable CsvBatch before) {
    if (before != null) {
      used.add(before);
    }
    return batches.next();
  }

  @Override
  public void close() {
    batches.close();
    try {
      reader.close();
    } catch (IOException e) {
      throw file.unreadable(e);
    }
  }
}
