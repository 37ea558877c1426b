package com.wepay.kafka.connect.bigquery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.connect.runtime.isolation.PluginDesc;
import org.apache.kafka.connect.runtime.isolation.Plugins;
import org.apache.kafka.connect.sink.SinkConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker finds the unpacked archive by its services files alone, and isolates it. */
class PluginLoadingIT {
  private static final String OWN = "dev.penstock.kafka.BigQuerySinkConnector";
  private static final String HISTORIC = "com.wepay.kafka.connect.bigquery.BigQuerySinkConnector";

  @TempDir Path plugins;

  private Path unpack() throws IOException {
    try (ZipFile zip = new ZipFile(PluginArchiveIT.archive().toFile())) {
      for (ZipEntry entry : zip.stream().filter(any -> !any.isDirectory()).toList()) {
        Path file = plugins.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        try (InputStream content = zip.getInputStream(entry)) {
          Files.copy(content, file);
        }
      }
    }
    try (Stream<Path> directories = Files.list(plugins)) {
      return directories.findFirst().orElseThrow();
    }
  }

  /** The sinks that come from the plugin path, not from the class path of this test. */
  private List<PluginDesc<SinkConnector>> found() {
    Plugins found =
        new Plugins(Map.of("plugin.path", plugins.toString(), "plugin.discovery", "service_load"));
    return found.sinkConnectors().stream()
        .filter(plugin -> plugin.location().contains(plugins.getFileName().toString()))
        .toList();
  }

  @Test
  void isFoundByItsOwnNameAndChecksConfigurations() throws Exception {
    unpack();
    List<PluginDesc<SinkConnector>> found = found();
    assertThat(found).extracting(PluginDesc::className).containsExactly(OWN);
    SinkConnector connector = found.get(0).pluginClass().getDeclaredConstructor().newInstance();
    assertThat(connector.getClass().getClassLoader()).isEqualTo(found.get(0).loader());
    assertThat(connector.version()).isEqualTo(found.get(0).version());
    Config config = connector.validate(Map.of("topics", "t"));
    assertThat(config.configValues())
        .filteredOn(value -> value.name().equals("project"))
        .singleElement()
        .satisfies(value -> assertThat(value.errorMessages()).hasSize(1));
  }

  @Test
  void isFoundByTheHistoricNameWhenTheAliasLiesInTheLibraries() throws Exception {
    Path root = unpack();
    try (Stream<Path> aliases = Files.list(root.resolve("kcbq-alias"))) {
      Path alias = aliases.findFirst().orElseThrow();
      String jar = alias.getFileName().toString().replace(".off", "");
      Files.copy(alias, root.resolve("lib").resolve(jar));
    }
    assertThat(found()).extracting(PluginDesc::className).containsExactlyInAnyOrder(OWN, HISTORIC);
  }
}
