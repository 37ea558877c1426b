package dev.penstock.core.encode;

/** REPEATED columns. An array holds no NULL. */
final class RepeatedEncoder extends FieldEncoder {
  private final RowOutput out;
  private final FieldEncoder element;

  /**
   * An encoder of arrays.
   *
   * @param element refuses absent values
   */
  RepeatedEncoder(SourceField field, Target target, FieldEncoder element) {
    super(field, target);
    this.out = target.out();
    this.element = element;
  }

  @Override
  public FieldEncoder beginList(int size) {
    out.beginList(size);
    return element;
  }

  @Override
  public void endList() {
    out.endList();
  }
}
