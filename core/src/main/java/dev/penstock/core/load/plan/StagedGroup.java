package dev.penstock.core.load.plan;

import dev.penstock.core.job.FileFormat;
import dev.penstock.core.model.Destination;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;

/**
 * The files of one table in one format, asked for one by one: millions need not lie in memory as
 * objects. Immutable; thread-safe when its functions are.
 *
 * @param files how many there are
 * @param uri the address of a file by its number from 0, in ascending order, so that the same files
 *     make the same jobs whoever staged them first
 * @param bytes the size of a file by its number from 0
 */
public record StagedGroup(
    Destination destination,
    FileFormat format,
    int files,
    IntFunction<String> uri,
    IntToLongFunction bytes) {
  /** Checks that there is a file. */
  public StagedGroup {
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(format, "format");
    if (files < 1) {
      throw new IllegalArgumentException("files: " + files + " (expected: at least 1)");
    }
  }

  /** The groups of files that lie in memory, in any order. */
  public static List<StagedGroup> of(List<StagedFile> files) {
    Map<String, List<StagedFile>> groups =
        files.stream()
            .collect(
                Collectors.groupingBy(
                    file -> file.destination() + " " + file.format(),
                    TreeMap::new,
                    Collectors.toList()));
    return groups.values().stream().map(StagedGroup::ofOneKind).toList();
  }

  private static StagedGroup ofOneKind(List<StagedFile> files) {
    List<StagedFile> sorted = files.stream().sorted(Comparator.comparing(StagedFile::uri)).toList();
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).uri().equals(sorted.get(i - 1).uri())) {
        throw new IllegalArgumentException(
            "files: two at " + sorted.get(i).uri() + " (expected: each once)");
      }
    }
    StagedFile first = sorted.get(0);
    return new StagedGroup(
        first.destination(),
        first.format(),
        sorted.size(),
        file -> sorted.get(file).uri(),
        file -> sorted.get(file).bytes());
  }
}
