package dev.penstock.local.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.Fact;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of JSON and CSV, by their sizes. */
class TextFileTest {
  @TempDir private Path directory;

  /** A file that takes no place on the disk. */
  private Path sparse(long bytes, int... first) throws IOException {
    Path path = directory.resolve("file");
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      for (int value : first) {
        file.write(value);
      }
      file.setLength(bytes);
    }
    return path;
  }

  @Test
  @Fact("QT-016")
  void compressedFilesHaveFourGibibytes() throws IOException {
    Path large = sparse((4L << 30) + 1, 0x1f, 0x8b);

    assertThatThrownBy(() -> TextFile.open(large).close())
        .hasMessage(
            "Error while reading data, error message: Input file is too large: it has 4294967297"
                + " bytes, the limit is 4294967296.");
    Files.delete(large);
    try (InputStream plain = TextFile.open(sparse((4L << 30) + 1, '1'))) {
      assertThat(plain.read()).isEqualTo('1');
    }
  }
}
