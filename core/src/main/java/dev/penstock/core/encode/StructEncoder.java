package dev.penstock.core.encode;

/** STRUCT columns. A struct of NULLs is a message without content, not NULL (WA-147). */
final class StructEncoder implements FieldEncoder {
  private final int place;
  private final RowOutput out;
  private final StructFields fields;
  private int lengthBytes = 1;

  StructEncoder(Target target, StructFields fields) {
    this.place = target.place();
    this.out = target.out();
    this.fields = fields;
  }

  @Override
  public void encode(RowReader row, int ordinal) {
    int start = out.beginStruct(place, lengthBytes);
    fields.encode(row.struct(ordinal));
    lengthBytes = out.endStruct(start, lengthBytes);
  }
}
