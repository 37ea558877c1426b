package dev.penstock.core.encode;

/** BOOL columns. */
final class BoolEncoder implements FieldEncoder {
  private final int place;
  private final RowOutput out;

  BoolEncoder(SourceField field, Target target) {
    this.place = target.place();
    this.out = target.out();
  }

  @Override
  public void encode(RowReader row, int ordinal) {
    out.bool(place, row.booleanAt(ordinal));
  }
}
