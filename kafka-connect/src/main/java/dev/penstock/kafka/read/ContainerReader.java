package dev.penstock.kafka.read;

import dev.penstock.core.encode.RowReader;

/** A reader that is set on one Connect value after the other. One owner thread. */
interface ContainerReader extends RowReader {
  /** Reads this value from now on; it is a value of the schema the reader was made for. */
  void on(Object container);
}
