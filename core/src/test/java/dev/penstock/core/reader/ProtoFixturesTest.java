package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The compiled fixtures are those of the {@code .proto} files beside them. */
final class ProtoFixturesTest {
  private static List<Path> protoFiles() throws IOException {
    try (Stream<Path> files = Files.list(ProtoFixtures.DIRECTORY)) {
      return files.filter(file -> file.toString().endsWith(".proto")).sorted().toList();
    }
  }

  @Test
  void everyFileIsAsItWasWhenItWasCompiled() throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    StringBuilder found = new StringBuilder();
    for (Path file : protoFiles()) {
      // Git may check text files out with other line ends.
      String text = Files.readString(file).replace("\r\n", "\n");
      found
          .append(HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8))))
          .append("  ")
          .append(file.getFileName())
          .append('\n');
      assertThat(file.resolveSibling(file.getFileName().toString().replace(".proto", ".binpb")))
          .exists();
    }

    assertThat(Files.readString(ProtoFixtures.DIRECTORY.resolve("sha256.txt")))
        .as("run compile.sh beside the files")
        .isEqualToNormalizingNewlines(found.toString());
  }
}
