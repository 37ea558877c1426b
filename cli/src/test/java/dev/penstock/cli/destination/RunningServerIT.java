package dev.penstock.cli.destination;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is taken for the server of a data directory. */
class RunningServerIT {
  @TempDir private Path home;

  @Test
  void aServerOfAnotherDirectoryIsNotTakenForThatOfThisOne() throws IOException {
    Path mine = Files.createDirectory(home.resolve("mine"));
    Path theirs = home.resolve("theirs");
    try (LocalBigQuery server = LocalBigQuery.start(LocalOptions.in(theirs))) {
      server.announce();
      Files.copy(theirs.resolve("server.json"), mine.resolve("server.json"));

      assertThat(RunningServer.find(theirs)).isPresent();
      assertThat(RunningServer.find(home.resolve("mine/../theirs"))).isPresent();
      assertThat(RunningServer.find(mine)).isEmpty();
    }
  }

  @Test
  void anotherProgramOnThePortIsNoServer() throws IOException {
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    other.start();
    try {
      Files.writeString(
          home.resolve("server.json"),
          "{\"pid\":"
              + ProcessHandle.current().pid()
              + ",\"host\":\"127.0.0.1\",\"restPort\":"
              + other.getAddress().getPort()
              + ",\"grpcPort\":1}");

      assertThat(RunningServer.find(home)).isEmpty();
    } finally {
      other.stop(0);
    }
  }
}
