package dev.penstock.core.connection;

import java.io.IOException;
import java.io.Serial;
import java.net.ConnectException;

/**
 * Nobody listens at an address of this machine: no network is in between, so the server there has
 * ended and does not come back by itself. Immutable.
 */
final class ServerGoneException extends IOException {
  @Serial private static final long serialVersionUID = 1L;

  ServerGoneException(IOException cause) {
    super(cause);
  }

  /** What a failure means that was met on the way to an address. */
  static IOException explain(IOException failure, String address) {
    return failure instanceof ConnectException && isOfThisMachine(address)
        ? new ServerGoneException(failure)
        : failure;
  }

  /** Whether {@code host:port} is an address that needs no network; no name is looked up. */
  private static boolean isOfThisMachine(String address) {
    int colon = address.lastIndexOf(':');
    String host = colon < 0 ? address : address.substring(0, colon);
    return host.equalsIgnoreCase("localhost")
        || host.equals("[::1]")
        || host.matches("127(\\.\\d{1,3}){3}");
  }
}
