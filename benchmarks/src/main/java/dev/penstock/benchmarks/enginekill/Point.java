package dev.penstock.benchmarks.enginekill;

import dev.penstock.core.publish.LoadMethod;
import java.util.List;
import java.util.stream.Stream;

/** Moments of a load at which much is decided. Immutable. */
enum Point {
  /** All rows are appended, not all of them sent. */
  BEFORE_FINALIZE(LoadMethod.STREAMS),
  /** The streams take no more rows, and no journal knows them. */
  AFTER_FINALIZE(LoadMethod.STREAMS),
  /** The journal knows the streams, and they are not committed. */
  BEFORE_COMMIT(LoadMethod.STREAMS),
  /** The streams are committed, and the journal does not know it. */
  AFTER_COMMIT(LoadMethod.STREAMS),
  /** The file is not complete, so the load job does not begin. */
  BEFORE_JOB(LoadMethod.LOAD_JOB),
  /** The load job is done, and the journal does not know it. */
  AFTER_JOB(LoadMethod.LOAD_JOB);

  private final LoadMethod method;

  Point(LoadMethod method) {
    this.method = method;
  }

  /** Those of one way of rows. */
  static List<Point> of(LoadMethod method) {
    return Stream.of(values()).filter(point -> point.method == method).toList();
  }
}
