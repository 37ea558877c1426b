package dev.penstock.local.http;

import dev.penstock.local.catalog.ServiceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a multipart body, one after the other. Part headers may be in any case and lines may
 * end without a carriage return (RT-084). One owner thread.
 */
public final class MultipartBody {
  private static final Pattern BOUNDARY =
      Pattern.compile("(?i)multipart/[a-z]+\\s*;.*?boundary=(?:\"([^\"]+)\"|([^\\s;]+)).*");

  private final InputStream in;
  private final byte[] delimiter;
  private final byte[] buffer;
  private int start;
  private int end;
  private boolean ended;

  /** Whether lines end with a carriage return; where they do not, one may end a content. */
  private boolean returns;

  /**
   * The parts of a stream.
   *
   * @param contentType the header that names the boundary; null when there is none
   * @throws ServiceException 400 for another content type
   */
  public MultipartBody(InputStream in, @Nullable String contentType) {
    Matcher header = BOUNDARY.matcher(contentType == null ? "" : contentType);
    if (!header.matches()) {
      throw badRequest("Content-Type " + contentType + " names no boundary");
    }
    String boundary = header.group(1) == null ? header.group(2) : header.group(1);
    this.in = in;
    this.delimiter = ("\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    this.buffer = new byte[Math.max(1 << 16, 4 * delimiter.length)];
    // With a line end before it the first delimiter is like all others.
    buffer[0] = '\n';
    end = 1;
  }

  /**
   * One of the parts.
   *
   * @param headers by their names in lower case
   */
  public record Part(Map<String, String> headers, InputStream content) {}

  /**
   * The content of the next part; what was not read of the one before is lost.
   *
   * @throws ServiceException 400 when there is none
   */
  public Part next() throws IOException {
    return find().orElseThrow(() -> badRequest("it has fewer than two parts"));
  }

  /** The next part; empty behind the last one. */
  public Optional<Part> find() throws IOException {
    long unused = new Content().transferTo(OutputStream.nullOutputStream());
    start += buffer[start] == '\r' ? delimiter.length + 1 : delimiter.length;
    if (line().startsWith("--")) {
      return Optional.empty();
    }
    Map<String, String> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      String[] header = line.split(":", 2);
      headers.put(header[0].strip().toLowerCase(Locale.ROOT), header[header.length - 1].strip());
    }
    return Optional.of(new Part(headers, new Content()));
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    returns = false;
    while (true) {
      if (start == end) {
        fill();
      }
      if (start == end || line.length() > 8192) {
        throw badRequest("a part has no end of its header");
      }
      char c = (char) (buffer[start++] & 0xFF);
      if (c == '\n') {
        return line.toString();
      }
      returns = c == '\r';
      if (!returns) {
        line.append(c);
      }
    }
  }

  private void fill() throws IOException {
    System.arraycopy(buffer, start, buffer, 0, end - start);
    end -= start;
    start = 0;
    while (end < buffer.length && !ended) {
      int read = in.read(buffer, end, buffer.length - end);
      ended = read < 0;
      end += Math.max(0, read);
    }
  }

  /**
   * Where the next delimiter begins in the buffer, its carriage return included; -1 for nowhere.
   */
  private int delimiterAt() throws IOException {
    if (end - start <= delimiter.length) {
      fill();
    }
    for (int i = start; i <= end - delimiter.length; i++) {
      if (buffer[i] == '\n' && matches(i)) {
        return returns && i > start && buffer[i - 1] == '\r' ? i - 1 : i;
      }
    }
    return -1;
  }

  private boolean matches(int at) {
    for (int i = 0; i < delimiter.length; i++) {
      if (buffer[at + i] != delimiter[i]) {
        return false;
      }
    }
    return true;
  }

  private static ServiceException badRequest(String reason) {
    return new ServiceException(400, "badRequest", "Invalid multipart body: " + reason);
  }

  /** One part's bytes. */
  private final class Content extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int limit = delimiterAt();
      if (limit < 0) {
        if (ended) {
          throw badRequest("it ends without its boundary");
        }
        // What may be the beginning of a delimiter stays, with the carriage return before it.
        limit = end - delimiter.length;
      }
      if (limit <= start) {
        return -1;
      }
      int count = Math.min(length, limit - start);
      System.arraycopy(buffer, start, bytes, offset, count);
      start += count;
      return count;
    }
  }
}
