package dev.penstock.core.reader;

import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.UnknownFieldSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds custom options on fields: those that protobuf has resolved, and those that it left as
 * unknown fields, as it does in descriptors that come from a registry. One use.
 *
 * <p>Where a declaration of the option is at hand, its name and type are checked. Else the value's
 * form on the wire must be that of one bool.
 */
final class ProtoOptionSearch {
  private final Map<Integer, FieldDescriptor> declarations = new HashMap<>();
  private final SchemaRefusals refusals;

  /** A search in a message and whatever its file imports. */
  ProtoOptionSearch(Descriptor root, SchemaRefusals refusals) {
    this.refusals = refusals;
    gather(root.getFile(), new HashSet<>());
  }

  private void gather(FileDescriptor file, Set<String> seen) {
    if (!seen.add(file.getFullName())) {
      return;
    }
    declare(file.getExtensions());
    file.getMessageTypes().forEach(this::gather);
    file.getDependencies().forEach(imported -> gather(imported, seen));
  }

  private void gather(Descriptor message) {
    declare(message.getExtensions());
    message.getNestedTypes().forEach(this::gather);
  }

  private void declare(List<FieldDescriptor> extensions) {
    for (FieldDescriptor extension : extensions) {
      if (ProtoFieldOption.isFieldOption(extension)) {
        declarations.put(extension.getNumber(), extension);
      }
    }
  }

  /**
   * Whether an option is set to true on a field.
   *
   * @param path of the field, for refusals
   */
  boolean isSet(ProtoFieldOption option, FieldDescriptor field, String path) {
    FieldOptions options = field.getOptions();
    for (Map.Entry<FieldDescriptor, Object> set : options.getAllFields().entrySet()) {
      FieldDescriptor declaration = set.getKey();
      if (declaration.isExtension() && declaration.getNumber() == option.number()) {
        return isDeclared(option, declaration, path) && (Boolean) set.getValue();
      }
    }
    if (!options.getUnknownFields().hasField(option.number())) {
      return false;
    }
    UnknownFieldSet.Field value = options.getUnknownFields().getField(option.number());
    FieldDescriptor declaration = declarations.get(option.number());
    if (declaration != null && !isDeclared(option, declaration, path)) {
      return false;
    }
    List<Long> numbers = value.getVarintList();
    boolean bool =
        declaration != null
            ? !numbers.isEmpty()
            : isOneBool(value) && (numbers.get(0) == 0 || numbers.get(0) == 1);
    if (!bool) {
      refusals.refuse(
          path,
          "has the option " + option + ", whose value is no singular bool",
          "Name an option of type bool");
      return false;
    }
    return numbers.get(numbers.size() - 1) != 0;
  }

  private boolean isDeclared(ProtoFieldOption option, FieldDescriptor declaration, String path) {
    if (option.name() != null && !option.name().equals(declaration.getFullName())) {
      refusals.refuse(
          path,
          "has the option "
              + declaration.getFullName()
              + ", whose number is that of the option "
              + option,
          "Name the option that its file declares");
      return false;
    }
    if (!ProtoFieldOption.isMark(declaration)) {
      refusals.refuse(
          path,
          "has the option " + declaration.getFullName() + ", which is no singular bool",
          "Name an option of type bool");
      return false;
    }
    return true;
  }

  private static boolean isOneBool(UnknownFieldSet.Field value) {
    return value.getVarintList().size() == 1
        && value.getFixed32List().isEmpty()
        && value.getFixed64List().isEmpty()
        && value.getLengthDelimitedList().isEmpty()
        && value.getGroupList().isEmpty();
  }
}
