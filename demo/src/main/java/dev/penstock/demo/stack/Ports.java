package dev.penstock.demo.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Free loopback ports, for servers that must know theirs before they start. */
final class Ports {
  static final String LOOPBACK = "127.0.0.1";

  /** The system gives a port again until somebody listens there. */
  private static final Set<Integer> GIVEN = new HashSet<>();

  private Ports() {}

  /** Ports that were free a moment ago, and that nobody in this process was given before. */
  static synchronized List<Integer> free(int count) {
    List<ServerSocket> held = new ArrayList<>();
    try {
      List<Integer> ports = new ArrayList<>();
      while (ports.size() < count) {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        held.add(socket);
        if (GIVEN.add(socket.getLocalPort())) {
          ports.add(socket.getLocalPort());
        }
      }
      return ports;
    } catch (IOException e) {
      throw new StackException(
          "No free port on " + LOOPBACK + ". Check the loopback interface.", e);
    } finally {
      held.forEach(Ports::release);
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
