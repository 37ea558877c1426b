package dev.penstock.benchmarks.enginekill;

import dev.penstock.benchmarks.process.Child;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * How processes of the engine start. Most of what they take is the loading of classes: from an
 * archive that another process wrote they start in two thirds of the time. Immutable.
 */
record EngineJvm(String classPath, Path archive) {
  private static final List<String> OPTIONS =
      List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xlog:disable");

  /**
   * Prepares processes with the classes of this one.
   *
   * @param directory for the archive, and for jars in place of directories, which archives refuse
   */
  static EngineJvm in(Path directory) throws IOException {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      Path jar = directory.resolve("classes" + entries.size() + ".jar");
      entries.add(Files.isDirectory(path) ? pack(path, jar).toString() : entry);
    }
    return new EngineJvm(
        String.join(File.pathSeparator, entries), directory.resolve("classes.jsa"));
  }

  private static Path pack(Path classes, Path jar) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(classes)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Path file : files) {
        String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
        out.putNextEntry(new ZipEntry(name));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  /** Starts a process that writes the archive if it ends by itself. */
  Child startWriting(Run run) throws IOException {
    return start("-XX:ArchiveClassesAtExit=" + archive, run);
  }

  /** Starts a process, from the archive if there is one. */
  Child start(Run run) throws IOException {
    return start(Files.exists(archive) ? "-XX:SharedArchiveFile=" + archive : "-Xshare:auto", run);
  }

  private Child start(String option, Run run) throws IOException {
    List<String> options = new ArrayList<>(OPTIONS);
    options.add(option);
    return Child.start(classPath, EngineProcess.class.getName(), options, run.arguments());
  }
}
