package dev.penstock.core.encode;

/** REPEATED columns. An array holds no NULL. */
final class RepeatedEncoder implements FieldEncoder {
  private final Target target;
  private final RowOutput out;
  private final FieldEncoder element;

  RepeatedEncoder(Target target, FieldEncoder element) {
    this.target = target;
    this.out = target.out();
    this.element = element;
  }

  @Override
  public void encode(RowReader row, int ordinal) {
    RowReader list = row.list(ordinal);
    int size = list.size();
    out.beginList(size);
    for (int i = 0; i < size && !out.isRefused(); i++) {
      if (list.isNull(i)) {
        target.refuse(
            "has a NULL element, which no BigQuery array can hold",
            "Remove NULL elements at the source, or wrap the elements in a struct");
      } else {
        element.encode(list, i);
      }
    }
    out.endList();
  }
}
