package dev.penstock.benchmarks.crash;

import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Server;
import java.util.List;

/**
 * One kind of work that servers are killed in. It knows what it sent and what was acknowledged. One
 * owner thread at a time.
 */
interface Work {
  String name();

  /** Makes what it needs on a server that nobody kills meanwhile. */
  void prepare(Server server) throws GoneException, InterruptedException;

  /**
   * Works until the server is gone.
   *
   * @param acknowledged called after each effect that the server acknowledged
   */
  void run(Server server, Runnable acknowledged) throws GoneException, InterruptedException;

  /** Compares what is there with what must be, after a restart; what is wrong. Goes on from it. */
  List<String> check(Server server) throws GoneException, InterruptedException;
}
