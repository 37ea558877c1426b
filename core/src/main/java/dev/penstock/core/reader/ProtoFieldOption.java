package dev.penstock.core.reader;

import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import org.jspecify.annotations.Nullable;

/**
 * A custom option that marks fields of {@code .proto} files: an extension of {@code
 * google.protobuf.FieldOptions} of type bool. Immutable.
 *
 * @param number of the extension
 * @param name its full name; null when only the number is known
 */
public record ProtoFieldOption(int number, @Nullable String name) {
  private static final int FIRST_RESERVED = 19_000;
  private static final int LAST_RESERVED = 19_999;

  /**
   * Checks the number.
   *
   * @throws IngestException INVALID_OPTION for a number that no option may have
   */
  public ProtoFieldOption {
    boolean reserved = number >= FIRST_RESERVED && number <= LAST_RESERVED;
    if (reserved || !FieldOptions.getDescriptor().isExtensionNumber(number)) {
      throw refusal(
          "field option number: "
              + number
              + " (expected: 1000..536870911, without 19000..19999, which protobuf reserves)");
    }
  }

  /**
   * An option by its declaration, as {@code MyOptions.isJson.getDescriptor()} of generated code.
   *
   * @throws IngestException INVALID_OPTION when it is no singular bool extension of FieldOptions
   */
  public static ProtoFieldOption of(FieldDescriptor extension) {
    if (!isMark(extension)) {
      throw refusal(
          "field option: "
              + extension.getFullName()
              + " (expected: a singular bool extension of google.protobuf.FieldOptions)");
    }
    return new ProtoFieldOption(extension.getNumber(), extension.getFullName());
  }

  /**
   * An option of which only the number is known.
   *
   * @throws IngestException INVALID_OPTION for a number that no option may have
   */
  public static ProtoFieldOption ofNumber(int number) {
    return new ProtoFieldOption(number, null);
  }

  /** Whether a declaration extends the options of fields. */
  static boolean isFieldOption(FieldDescriptor extension) {
    return extension.isExtension()
        && extension
            .getContainingType()
            .getFullName()
            .equals(FieldOptions.getDescriptor().getFullName());
  }

  /** Whether an option of this declaration can mark fields. */
  static boolean isMark(FieldDescriptor extension) {
    return isFieldOption(extension)
        && extension.getType() == FieldDescriptor.Type.BOOL
        && !extension.isRepeated();
  }

  private static IngestException refusal(String message) {
    return new IngestException(ErrorCode.INVALID_OPTION, message);
  }

  @Override
  public String toString() {
    return name == null ? "number " + number : name + " (" + number + ")";
  }
}
