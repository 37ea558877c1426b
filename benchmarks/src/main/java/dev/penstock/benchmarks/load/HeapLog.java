package dev.penstock.benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The log of a collector, {@code -Xlog:gc:file=...}. Immutable. */
final class HeapLog {
  private static final Pattern PAUSE = Pattern.compile("Pause .* (\\d+)M->(\\d+)M\\(\\d+M\\)");

  private final Path file;

  HeapLog(Path file) {
    this.file = file;
  }

  String option() {
    return "-Xlog:gc:file=" + file;
  }

  /** The most that lay in the heap, garbage included, in MiB. */
  int peakMb() throws IOException {
    return max(1);
  }

  /** The most that a collection left, in MiB. */
  int liveMb() throws IOException {
    return max(2);
  }

  private int max(int group) throws IOException {
    int max = 0;
    for (String line : Files.readAllLines(file)) {
      Matcher pause = PAUSE.matcher(line);
      if (pause.find()) {
        max = Math.max(max, Integer.parseInt(pause.group(group)));
      }
    }
    return max;
  }
}
