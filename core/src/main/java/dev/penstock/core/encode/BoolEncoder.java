package dev.penstock.core.encode;

/** BOOL columns. */
final class BoolEncoder extends FieldEncoder {
  private final int place;
  private final RowOutput out;

  BoolEncoder(SourceField field, Target target) {
    super(field, target);
    this.place = target.place();
    this.out = target.out();
  }

  @Override
  public void bool(boolean value) {
    out.bool(place, value);
  }
}
