package dev.penstock.local.load;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Files with one JSON object a line, plain or compressed by gzip (LD-031 to LD-039). Immutable.
 *
 * @param ignoreUnknown whether members without a column are left out
 */
public record JsonFormat(boolean ignoreUnknown) implements FileFormat {
  @Override
  public SourceFile open(Path file) throws IOException {
    return new TextFile(columns -> new JsonRows(TextFile.open(file), columns, ignoreUnknown));
  }

  @Override
  public String name() {
    return "JSON";
  }

  @Override
  public long maxRowBytes() {
    return 100_000_000;
  }

  @Override
  public boolean toleratesBadRows() {
    return true;
  }
}
