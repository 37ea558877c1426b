package dev.penstock.core.reader;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** The {@code .proto} files of the tests, as protoc compiled them. */
final class ProtoFixtures {
  static final Path DIRECTORY = Path.of("src/test/resources/dev/penstock/core/reader/proto");

  private ProtoFixtures() {}

  /** A message type. */
  static Descriptor type(String file, String message) {
    return type(file, message, ExtensionRegistry.getEmptyRegistry(), UnaryOperator.identity());
  }

  /**
   * A message type.
   *
   * @param resolved custom options that are no unknown fields
   * @param change made to the files before they are linked
   */
  static Descriptor type(
      String file,
      String message,
      ExtensionRegistry resolved,
      UnaryOperator<FileDescriptorProto> change) {
    FileDescriptor linked = files(file, resolved, change).get(file + ".proto");
    return Objects.requireNonNull(
        Objects.requireNonNull(linked, file).findMessageTypeByName(message), message);
  }

  /** A file and what it imports, by name. */
  static Map<String, FileDescriptor> files(
      String file, ExtensionRegistry resolved, UnaryOperator<FileDescriptorProto> change) {
    try {
      byte[] bytes = Files.readAllBytes(DIRECTORY.resolve(file + ".binpb"));
      Map<String, FileDescriptor> files = new HashMap<>();
      for (FileDescriptorProto each : FileDescriptorSet.parseFrom(bytes, resolved).getFileList()) {
        FileDescriptorProto changed = change.apply(each);
        List<FileDescriptor> imports =
            changed.getDependencyList().stream()
                .map(name -> Objects.requireNonNull(files.get(name), name))
                .toList();
        files.put(
            changed.getName(),
            FileDescriptor.buildFrom(changed, imports.toArray(FileDescriptor[]::new)));
      }
      return files;
    } catch (IOException | DescriptorValidationException e) {
      throw new AssertionError(e);
    }
  }

  /** A message in protobuf's text form; required fields may be absent. */
  static DynamicMessage message(Descriptor type, String text) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    try {
      TextFormat.merge(text, message);
    } catch (TextFormat.ParseException e) {
      throw new AssertionError(e);
    }
    return message.buildPartial();
  }
}
