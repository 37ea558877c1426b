package dev.penstock.cli.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The characters of a file, behind whose last line stands one more, {@link #END}. A quote that is
 * never closed swallows that line, which is how it is found. Bytes that are no characters are an
 * error. One owner thread.
 */
final class DecodedText extends Reader {
  /** Half of a surrogate pair, which no decoder yields. */
  static final char END = '\uDC00';

  private static final int MARK_BYTES = 3;
  private static final int SCAN_BYTES = 1 << 16;

  private final Reader text;
  private char last = '\n';
  private String ending = "";
  private boolean ended;
  private long count;

  private DecodedText(Reader text) {
    this.text = text;
  }

  /**
   * Decodes a file.
   *
   * @param charset unless a byte order mark tells
   */
  static DecodedText of(InputStream bytes, Charset charset) throws IOException {
    Marked file = Marked.of(bytes, charset);
    return new DecodedText(new InputStreamReader(file.bytes(), strict(file.charset())));
  }

  private static CharsetDecoder strict(Charset charset) {
    return charset
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  /** Bytes behind their byte order mark. */
  private record Marked(InputStream bytes, Charset charset) {
    static Marked of(InputStream bytes, Charset charset) throws IOException {
      PushbackInputStream marked = new PushbackInputStream(bytes, MARK_BYTES);
      byte[] mark = new byte[MARK_BYTES];
      int read = marked.readNBytes(mark, 0, MARK_BYTES);
      Charset found = charset;
      int skipped = 0;
      if (read == MARK_BYTES
          && mark[0] == (byte) 0xEF
          && mark[1] == (byte) 0xBB
          && mark[2] == (byte) 0xBF) {
        found = StandardCharsets.UTF_8;
        skipped = MARK_BYTES;
      } else if (read >= 2 && mark[0] == (byte) 0xFE && mark[1] == (byte) 0xFF) {
        found = StandardCharsets.UTF_16BE;
        skipped = 2;
      } else if (read >= 2 && mark[0] == (byte) 0xFF && mark[1] == (byte) 0xFE) {
        found = StandardCharsets.UTF_16LE;
        skipped = 2;
      }
      marked.unread(mark, skipped, read - skipped);
      return new Marked(marked, found);
    }
  }

  /** Bytes that are no characters. */
  record Undecodable(long line, Charset charset) {}

  /**
   * The first bytes of a file that are no characters, or the end of one that has none. The reader
   * above does not tell: it decodes far ahead.
   *
   * @param charset as for {@link #of}
   */
  static Undecodable findUndecodable(InputStream bytes, Charset charset) throws IOException {
    Marked file = Marked.of(bytes, charset);
    CharsetDecoder decoder = strict(file.charset());
    ByteBuffer undecoded = ByteBuffer.allocate(SCAN_BYTES);
    CharBuffer decoded = CharBuffer.allocate(SCAN_BYTES);
    long line = 1;
    char before = 0;
    boolean more = true;
    while (more) {
      int read = file.bytes().read(undecoded.array(), undecoded.position(), undecoded.remaining());
      more = read >= 0;
      undecoded.position(undecoded.position() + Math.max(read, 0)).flip();
      CoderResult result = decoder.decode(undecoded, decoded, !more);
      undecoded.compact();
      for (char next : Arrays.copyOf(decoded.array(), decoded.position())) {
        if (next == '\r' || (next == '\n' && before != '\r')) {
          line++;
        }
        before = next;
      }
      decoded.clear();
      more &= !result.isError();
    }
    return new Undecodable(line, file.charset());
  }

  /** Characters of the file that were read so far. */
  long count() {
    return count;
  }

  @Override
  public int read(char[] array, int offset, int length) throws IOException {
    if (!ended) {
      int read = text.read(array, offset, length);
      if (read > 0) {
        last = array[offset + read - 1];
        count += read;
      }
      if (read >= 0) {
        return read;
      }
      ended = true;
      ending = (last == '\n' || last == '\r' ? "" : "\n") + END;
    }
    int rest = Math.min(length, ending.length());
    ending.getChars(0, rest, array, offset);
    ending = ending.substring(rest);
    return rest == 0 ? -1 : rest;
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
