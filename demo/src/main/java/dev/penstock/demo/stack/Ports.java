package dev.penstock.demo.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free loopback ports, for servers that must know theirs before they start.
 *
 * <p>They lie below the ports that systems give to outgoing connections (32768 and up on Linux, RFC
 * 6335 49152 and up elsewhere). A client that calls a stopped server again and again would
 * otherwise be given the server's own port in the end, connect to itself, and keep the server from
 * coming back.
 */
final class Ports {
  static final String LOOPBACK = "127.0.0.1";

  private static final int FIRST = 20_000;
  private static final int END = 32_768;

  /** A port is free until somebody listens there. */
  private static final Set<Integer> GIVEN = new HashSet<>();

  private Ports() {}

  /** Ports that were free a moment ago, and that nobody in this process was given before. */
  static synchronized List<Integer> free(int count) {
    List<ServerSocket> held = new ArrayList<>();
    try {
      while (held.size() < count) {
        claim().ifPresent(held::add);
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      held.forEach(Ports::release);
    }
  }

  private static Optional<ServerSocket> claim() {
    if (GIVEN.size() == END - FIRST) {
      throw new StackException("No free port on " + LOOPBACK + " in " + FIRST + ".." + (END - 1));
    }
    int port = ThreadLocalRandom.current().nextInt(FIRST, END);
    if (!GIVEN.add(port)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
    } catch (IOException taken) {
      return Optional.empty();
    }
  }

  private static void release(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new StackException("Port " + socket.getLocalPort() + " could not be released", e);
    }
  }
}
