package dev.penstock.kafka.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this plugin, as the build wrote it. Immutable. */
public final class PluginVersion {
  private static final String VALUE = load();

  private PluginVersion() {}

  /** For example {@code 0.1.0}. */
  public static String value() {
    return VALUE;
  }

  private static String load() {
    try (InputStream in =
        PluginVersion.class.getResourceAsStream("/penstock-kafka-connect.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
