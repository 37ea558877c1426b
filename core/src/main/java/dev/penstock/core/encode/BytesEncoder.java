package dev.penstock.core.encode;

import org.jspecify.annotations.Nullable;

/** BYTES columns. */
final class BytesEncoder extends FieldEncoder {
  private final Target target;
  private final int place;
  private final RowOutput out;
  private final @Nullable Long maxLength;

  BytesEncoder(SourceField field, Target target) {
    super(field, target);
    this.target = target;
    this.place = target.place();
    this.out = target.out();
    this.maxLength = target.column().maxLength();
  }

  @Override
  public void bytes(byte[] array, int offset, int length) {
    if (maxLength != null && length > maxLength) {
      target.refuse("has more bytes", "Shorten the value or widen the column");
    } else {
      out.bytes(place, array, offset, length);
    }
  }
}
