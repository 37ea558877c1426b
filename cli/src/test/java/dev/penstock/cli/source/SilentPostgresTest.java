package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that takes connections and never says a word. */
class SilentPostgresTest {
  private ServerSocket silent;

  @BeforeEach
  void listen() throws IOException {
    silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    Thread.interrupted();
    silent.close();
  }

  private Source source(String options) {
    return Sources.open(
        SourceUri.parse(
            "from", "postgresql://u:secret@127.0.0.1:" + silent.getLocalPort() + "/db" + options),
        "t");
  }

  @Test
  void isWaitedForAsLongAsAConnectionMayTake() {
    Source source = source("?connect_timeout=1");

    assertThatThrownBy(() -> source.inspect(Wanted.NOTHING))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessage(
            "PostgreSQL at 127.0.0.1:"
                + silent.getLocalPort()
                + " cannot be reached (Connection attempt timed out., SQL state 08001). Check host,"
                + " port, sslmode and whether the server runs.");
  }

  @Test
  void isLeftAtOnceByAnInterruptedRun() {
    Source source = source("");
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> source.inspect(Wanted.NOTHING))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERRUPTED));
  }

  @Test
  void boundsOutsideTheirRangeAreRefused() {
    assertThatThrownBy(() -> source("?connect_timeout=0"))
        .hasMessage("connect_timeout: 0 (expected: 1..3600, in seconds)");
    assertThatThrownBy(() -> source("?read_timeout=1h"))
        .hasMessage("read_timeout: 1h (expected: 0..86400, in seconds)");
  }
}
