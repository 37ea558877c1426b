package dev.penstock.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** Opens the ports of a server and says which option is to blame when one stays shut. */
final class Listening {
  /** Opens one port. */
  interface Opening<T> {
    T open(InetSocketAddress address) throws IOException;
  }

  private final String host;
  private final InetAddress address;

  private Listening(String host, InetAddress address) {
    this.host = host;
    this.address = address;
  }

  /** Finds the address of a host, which must be one of this machine. */
  static Listening on(String host) {
    try {
      InetAddress address = InetAddress.getByName(host);
      if (!address.isAnyLocalAddress() && NetworkInterface.getByInetAddress(address) == null) {
        throw badHost(host, "is no address of this machine", null);
      }
      return new Listening(host, address);
    } catch (UnknownHostException e) {
      throw badHost(host, "is not known", e);
    } catch (SocketException e) {
      throw badHost(host, "cannot be looked at: " + e.getMessage(), e);
    }
  }

  private static LocalOptionException badHost(String host, String why, @Nullable Throwable cause) {
    return new LocalOptionException(
        "host",
        host + " " + why + " (expected: an address of this machine, such as 127.0.0.1 or 0.0.0.0)",
        cause);
  }

  /** Opens a port that an option names. */
  <T> T open(String option, int port, Opening<T> opening) {
    try {
      return opening.open(new InetSocketAddress(address, port));
    } catch (IOException e) {
      throw new LocalOptionException(
          option,
          port + " on " + host + " cannot be opened (expected: a free port, or 0 for any)",
          e);
    }
  }
}
