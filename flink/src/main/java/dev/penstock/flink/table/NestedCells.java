package dev.penstock.flink.table;

import dev.penstock.core.encode.RowReader;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;

/** Reads what lies in one cell: a row, an array, a map. One owner thread. */
interface NestedCells {
  /** A reader of the value in a cell, until the next call. */
  RowReader show(Cells parent, int position);

  /** Reads values of a type. */
  static NestedCells of(LogicalType type) {
    if (type instanceof RowType row) {
      RowCells cells = new RowCells();
      CellReader reader = CellReader.ofRow(cells, row);
      return (parent, position) -> {
        cells.show(parent.getRow(position, row.getFieldCount()));
        return reader;
      };
    }
    if (type instanceof ArrayType array) {
      ArrayCells cells = new ArrayCells();
      CellReader reader = CellReader.ofElements(cells, array.getElementType());
      return (parent, position) -> {
        cells.show(parent.getArray(position));
        return reader;
      };
    }
    if (type instanceof MapType map) {
      EntriesReader entries = new EntriesReader(map.getKeyType(), map.getValueType());
      return (parent, position) -> entries.show(parent.getMap(position));
    }
    if (type instanceof MultisetType multiset) {
      EntriesReader entries = new EntriesReader(multiset.getElementType(), new IntType(false));
      return (parent, position) -> entries.show(parent.getMap(position));
    }
    throw new AssertionError(type);
  }
}
