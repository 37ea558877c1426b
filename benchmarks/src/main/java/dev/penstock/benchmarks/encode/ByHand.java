package dev.penstock.benchmarks.encode;

import java.io.IOException;

/**
 * The bound: rows of one shape written field by field for this shape alone, from plain fields, with
 * no check at all.
 */
interface ByHand {
  void write(int row, Wire wire) throws IOException;

  /** As a road. */
  default Road road() {
    Wire wire = new Wire();
    return new Road() {
      @Override
      public int write(int row) throws IOException {
        ByHand.this.write(row, wire);
        return wire.size();
      }

      @Override
      public byte[] lastRow() {
        return wire.lastRow();
      }
    };
  }
}
