package dev.penstock.kafka.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;

/**
 * Debezium's ExtractNewRecordState as the {@code transforms.unwrap.} keys of a sink configure it.
 */
final class Unwrap {
  private static final String PREFIX = "transforms.unwrap.";
  private static final String TYPE = "io.debezium.transforms.ExtractNewRecordState";

  private Unwrap() {}

  /** The transform of this build's Debezium. */
  static Transformation<SinkRecord> of(Map<String, String> sinkConfig) {
    return create(Unwrap.class.getClassLoader(), sinkConfig);
  }

  /** The transform of Debezium 2.7, whose jars the build copies beside the test classes. */
  static Transformation<SinkRecord> ofDebezium27(Map<String, String> sinkConfig) {
    return create(new Debezium27(jars(Path.of("target", "debezium-2.7"))), sinkConfig);
  }

  private static Transformation<SinkRecord> create(
      ClassLoader loader, Map<String, String> sinkConfig) {
    Map<String, String> config = new HashMap<>();
    sinkConfig.forEach(
        (key, value) -> {
          if (key.startsWith(PREFIX)) {
            config.put(key.substring(PREFIX.length()), value);
          }
        });
    try {
      @SuppressWarnings("unchecked") // The class is generic in its record type.
      Transformation<SinkRecord> transform =
          (Transformation<SinkRecord>)
              loader.loadClass(TYPE).getDeclaredConstructor().newInstance();
      transform.configure(config);
      return transform;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static URL[] jars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
      URL[] urls = new URL[jars.size()];
      for (int i = 0; i < urls.length; i++) {
        urls[i] = jars.get(i).toUri().toURL();
      }
      return urls;
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loads Debezium from its own jars only, and everything else from the tests' class path. */
  private static final class Debezium27 extends URLClassLoader {
    Debezium27(URL[] jars) {
      super(jars, Unwrap.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("io.debezium.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }
}
