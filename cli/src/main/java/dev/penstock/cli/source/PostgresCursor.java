package dev.penstock.cli.source;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.reader.PostgresRows;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;

/** Rows as PostgreSQL copies them out, in its binary form. One owner thread. */
final class PostgresCursor implements RowCursor {
  private static final byte[] SIGNATURE =
      "PGCOPY\n\377\r\n\0".getBytes(StandardCharsets.ISO_8859_1);

  private final PostgresSession session;
  private final String what;
  private final PostgresReadAhead messages;
  private final PostgresRows rows;
  private byte[] message = {};
  private int position;
  private long count;
  private boolean begun;
  private boolean ended;

  PostgresCursor(
      PostgresSession session, String what, PostgresReadAhead messages, PostgresRows rows) {
    this.session = session;
    this.what = what;
    this.messages = messages;
    this.rows = rows;
  }

  @Override
  public SourceSchema schema() {
    return rows.schema();
  }

  @Override
  public boolean next() {
    if (!begun) {
      skipHeader();
      begun = true;
    }
    while (!ended) {
      int end = rows.read(message, position, message.length);
      if (end >= 0) {
        position = end;
        count++;
        return true;
      }
      if (end == PostgresRows.END) {
        ended = true;
      } else {
        receive();
      }
    }
    return false;
  }

  /** A signature, flags, and an extension behind its length. */
  private void skipHeader() {
    int fixed = SIGNATURE.length + 2 * Integer.BYTES;
    receiveUpTo(fixed);
    if (!Arrays.equals(SIGNATURE, 0, SIGNATURE.length, message, 0, SIGNATURE.length)) {
      throw broken("begin with the signature of a binary copy");
    }
    int extension = ByteBuffer.wrap(message).getInt(fixed - Integer.BYTES);
    if (extension < 0) {
      throw broken("have a header of a known form");
    }
    receiveUpTo(fixed + extension);
    position = fixed + extension;
  }

  private void receiveUpTo(int bytes) {
    while (message.length < bytes) {
      receive();
    }
  }

  /** The server sends each row as a message of its own, but does not promise it. */
  private void receive() {
    byte[] received = nextMessage();
    int rest = message.length - position;
    if (rest == 0) {
      message = received;
    } else {
      byte[] joined = Arrays.copyOfRange(message, position, message.length + received.length);
      System.arraycopy(received, 0, joined, rest, received.length);
      message = joined;
    }
    position = 0;
  }

  private byte[] nextMessage() {
    try {
      byte[] received = messages.next();
      if (received == null) {
        throw broken("end with the mark of the end");
      }
      return received;
    } catch (SQLException e) {
      throw session.failure("read " + what + " on", e);
    }
  }

  private IngestException broken(String expectation) {
    return new IngestException(
        ErrorCode.INTERNAL,
        "The rows of "
            + what
            + " do not "
            + expectation
            + ". Run the command again; connect to the server itself if a proxy stands before it.");
  }

  @Override
  public RowReader row() {
    return rows.row();
  }

  @Override
  public String position() {
    return "row " + count;
  }

  @Override
  public void close() {
    ended = true;
    session.close();
    messages.close();
  }
}
