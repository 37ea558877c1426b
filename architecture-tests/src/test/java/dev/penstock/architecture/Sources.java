package dev.penstock.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of the repository, as text. Immutable. */
public final class Sources {
  private static final List<String> LEFT_OUT = List.of("/target/", "/.git/", "/node_modules/");

  private final Path root;

  private Sources(Path root) {
    this.root = root;
  }

  /** The repository that holds this module. */
  public static Sources ofThisRepository() {
    Path here = Path.of("").toAbsolutePath();
    return new Sources(
        here.endsWith("architecture-tests") ? here.resolveSibling(".").normalize() : here);
  }

  /** The root of the repository. */
  public Path root() {
    return root;
  }

  /** All files whose name ends with a suffix, build output left out. */
  List<Path> endingWith(String suffix) {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(suffix))
          .filter(file -> LEFT_OUT.stream().noneMatch(part -> file.toString().contains(part)))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The path as seen from the root. */
  String name(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  /** The text of a file. */
  public static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lines that are neither blank, comment nor import. */
  static long codeLines(String java) {
    String withoutBlocks = java.replaceAll("(?s)/\\*.*?\\*/", "");
    return withoutBlocks
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("//") && !line.startsWith("import "))
        .count();
  }
}
