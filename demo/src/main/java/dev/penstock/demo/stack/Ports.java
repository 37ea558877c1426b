package dev.penstock.demo.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Free loopback ports, for servers that must know theirs before they start. */
final class Ports {
  static final String LOOPBACK = "127.0.0.1";

  private Ports() {}

  /** Distinct ports that were free a moment ago. */
  static List<Integer> free(int count) {
    List<ServerSocket> held = new ArrayList<>();
    try {
      List<Integer> ports = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        held.add(socket);
        ports.add(socket.getLocalPort());
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
