package dev.penstock.core.encode;

/** BOOL columns. */
final class BoolEncoder implements FieldEncoder {
  private final int tag;
  private final RowOutput out;

  BoolEncoder(SourceField field, Target target) {
    this.tag = target.tag();
    this.out = target.out();
  }

  @Override
  public void encode(RowReader row, int ordinal) {
    out.bool(tag, row.booleanAt(ordinal));
  }
}
