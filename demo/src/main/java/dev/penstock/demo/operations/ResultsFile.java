package dev.penstock.demo.operations;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.penstock.demo.stack.StackException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file that the results of the operations go to, as JSON. Immutable. */
public final class ResultsFile {
  private final Path path;

  private ResultsFile(Path path) {
    this.path = path;
  }

  /**
   * Looks whether it can be written, long before there is anything to write.
   *
   * @throws IllegalArgumentException if it is a directory, or its directory is absent or read-only
   */
  public static ResultsFile at(Path path) {
    Path directory = path.toAbsolutePath().getParent();
    if (directory == null || Files.isDirectory(path)) {
      throw refused(path, "is a directory");
    }
    if (!Files.isDirectory(directory)) {
      throw refused(path, "lies in no directory");
    }
    if (!Files.isWritable(Files.exists(path) ? path : directory)) {
      throw refused(path, "cannot be written");
    }
    return new ResultsFile(path);
  }

  private static IllegalArgumentException refused(Path path, String why) {
    return new IllegalArgumentException(
        "--json: " + path + " " + why + " (expected: a file in a directory that exists)");
  }

  /** Writes the results. */
  public void write(List<OperationResult> results) {
    try {
      ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
      Files.writeString(path, json.writeValueAsString(results) + "\n");
    } catch (IOException e) {
      throw new StackException("--json: " + path + " could not be written: " + e.getMessage(), e);
    }
  }
}
