package dev.penstock.core.encode;

/** STRUCT columns. A struct of NULLs is a message without content, not NULL (WA-147). */
final class StructEncoder extends FieldEncoder {
  private final int place;
  private final RowOutput out;
  private final StructFields fields;
  private int start;
  private int lengthBytes = 1;

  StructEncoder(SourceField field, Target target, StructFields fields) {
    super(field, target);
    this.place = target.place();
    this.out = target.out();
    this.fields = fields;
  }

  @Override
  public StructFields beginStruct() {
    start = out.beginStruct(place, lengthBytes);
    return fields;
  }

  @Override
  public void endStruct() {
    lengthBytes = out.endStruct(start, lengthBytes);
  }
}
