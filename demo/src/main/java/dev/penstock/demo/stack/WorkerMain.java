package dev.penstock.demo.stack;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.connect.cli.ConnectDistributed;

/** The child JVM that runs a distributed Connect worker. Its argument is a properties file. */
final class WorkerMain {
  private WorkerMain() {}

  public static void main(String[] arguments) throws IOException {
    ParentWatch.start(() -> Runtime.getRuntime().halt(0));
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(arguments[0]))) {
      properties.load(reader);
    }
    Map<String, String> config = new HashMap<>();
    for (String name : properties.stringPropertyNames()) {
      config.put(name, properties.getProperty(name));
    }
    new ConnectDistributed().startConnect(config);
  }
}
