package dev.penstock.flink;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this connector, as the build wrote it. */
final class ConnectorVersion {
  static final String VALUE = load();

  private ConnectorVersion() {}

  private static String load() {
    try (InputStream in =
        ConnectorVersion.class.getResourceAsStream("/penstock-flink.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
