package dev.penstock.core.encode;

import java.util.Base64;
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

  /** From base64 texts, with or without the padding at the end. */
  static final class FromBase64 extends FieldEncoder {
    private final Target target;
    private final BytesEncoder bytes;

    FromBase64(SourceField field, Target target) {
      super(field, target);
      this.target = target;
      this.bytes = new BytesEncoder(field, target);
    }

    @Override
    public void text(String value) {
      byte[] decoded;
      try {
        decoded = Base64.getDecoder().decode(value);
      } catch (IllegalArgumentException e) {
        target.refuse("is no base64 text", "Correct it at the source or make the column STRING");
        return;
      }
      bytes.bytes(decoded, 0, decoded.length);
    }
  }
}
