package dev.penstock.local.load;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.decode.JsonText;
import dev.penstock.local.decode.RowFaultException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a file with one JSON object a line. One owner thread. */
final class JsonRows implements FileRows {
  /** QT-016. */
  private static final int MAX_ROW_BYTES = 100_000_000;

  private final InputStream in;
  private final JsonRecord record;
  private final Line line = new Line();
  private long position;

  JsonRows(InputStream in, List<Field> columns, boolean ignoreUnknown) {
    this.in = in;
    this.record = new JsonRecord(columns, ignoreUnknown);
  }

  @Override
  public boolean has(int column) {
    return true;
  }

  @Override
  public @Nullable Object @Nullable [] next() throws IOException, RowFaultException {
    while (line.read(in)) {
      long begin = position;
      position += line.size() + 1L;
      if (!line.isBlank()) {
        return row(begin);
      }
    }
    return null;
  }

  /** RT-112. */
  private @Nullable Object[] row(long begin) throws RowFaultException {
    try (JsonParser parser = JsonText.factory().createParser(line.bytes(), 0, line.size())) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new RowFaultException("Value is not a JSON object.");
      }
      @Nullable Object[] row = record.read(parser);
      if (parser.nextToken() != null) {
        throw new RowFaultException("Only one JSON object a line is allowed.");
      }
      return row;
    } catch (RowFaultException e) {
      throw fault(begin, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw fault(begin, "Parser terminated before end of string");
    }
  }

  private static RowFaultException fault(long begin, String text) {
    return new RowFaultException(
        "JSON parsing error in row starting at position " + begin + ": " + text);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** The bytes of one line, in a buffer that is used again. */
  private static final class Line extends ByteArrayOutputStream {
    /** Reads up to a line end; false at the end of the stream. */
    boolean read(InputStream in) throws IOException {
      reset();
      int next = in.read();
      if (next < 0) {
        return false;
      }
      for (; next >= 0 && next != '\n'; next = in.read()) {
        write(next);
        if (count > MAX_ROW_BYTES) {
          throw ServiceException.invalid(
              "Error while reading data, error message: Row size is larger than: "
                  + MAX_ROW_BYTES
                  + ".");
        }
      }
      return true;
    }

    byte[] bytes() {
      return buf;
    }

    boolean isBlank() {
      for (int i = 0; i < count; i++) {
        if (buf[i] > ' ' || buf[i] < 0) {
          return false;
        }
      }
      return true;
    }
  }
}
