package dev.penstock.kafka.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/** The reference page of the connector's keys, made from their definitions. */
final class OptionsPage {
  private static final List<String> GROUPS =
      List.of(
          "Connection",
          "Routing",
          "Tables",
          "Changes",
          "Order of changes",
          "Types",
          "Writing",
          "Compatibility");

  private OptionsPage() {}

  static List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("# Keys of the Kafka Connect sink");
    lines.add("");
    lines.add(
        "Keys that kcbq 2 has keep their name and meaning. A key that is nearly one of these is");
    lines.add(
        "refused, because Connect would ignore it. All values are texts in the configuration.");
    Map<String, ConfigKey> keys = SinkKeys.all().configKeys();
    for (String group : GROUPS) {
      lines.add("");
      lines.add("## " + group);
      lines.add("");
      lines.add("| key | type | default | meaning |");
      lines.add("|---|---|---|---|");
      keys.values().stream()
          .filter(key -> group.equals(key.group))
          .sorted((one, other) -> Integer.compare(one.orderInGroup, other.orderInGroup))
          .map(OptionsPage::row)
          .forEach(lines::add);
    }
    return lines;
  }

  private static String row(ConfigKey key) {
    return "| `"
        + key.name
        + "` | "
        + key.type.name().toLowerCase(Locale.ROOT)
        + (key.validator == null ? "" : ": " + key.validator)
        + " | "
        + defaultOf(key)
        + " | "
        + key.documentation.replace("|", "\\|")
        + " |";
  }

  private static String defaultOf(ConfigKey key) {
    String text = ConfigDef.convertToString(key.defaultValue, key.type);
    return text == null || text.isEmpty() ? "" : "`" + text + "`";
  }
}
