package dev.penstock.core.write;

import dev.penstock.core.append.StreamKind;
import dev.penstock.core.model.Destination;
import java.util.List;

/**
 * What differs between writers by the kind of their streams: who makes a stream, and in which order
 * its batches go. One owner thread.
 */
interface Streams {
  /** The kind. */
  StreamKind kind();

  /** The order for a table that is ready; may wait for the service when its stream is opened. */
  SendOrder orderFor(TablePlans plans);

  /** Takes positions of an earlier task, for tables that get rows later. */
  void restore(List<StreamPosition> positions);

  /** The restored positions whose tables got no rows yet. */
  List<StreamPosition> untouched();

  /** Forgets untouched positions that are older than the time a destination may be idle. */
  List<Destination> forgetIdle();
}
