package dev.penstock.kafka.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/** Checks a configuration, and turns it into options. Never uses the network. Immutable. */
public final class SinkConfig {
  private static final List<Rule> RULES =
      List.of(
          new KnownKeysRule(),
          new ConnectionRule(),
          new RoutingRule(),
          new ChangeRule(),
          new TableRule());

  private final Map<String, ConfigValue> values;
  private final Settings settings;
  private final Findings findings = new Findings();

  private SinkConfig(Map<String, String> given) {
    this.values = parsed(given);
    Map<String, Object> typed = new HashMap<>();
    values.forEach((key, value) -> typed.put(key, value.value()));
    this.settings = new Settings(Map.copyOf(withoutNulls(given)), typed);
    for (Rule rule : RULES) {
      rule.check(settings, findings);
    }
    findings
        .errors()
        .forEach((key, messages) -> messages.forEach(message -> addError(key, message)));
  }

  /** Connect's own text for a number that is none says neither which do nor what they count. */
  private static Map<String, ConfigValue> parsed(Map<String, String> given) {
    ConfigDef keys = SinkKeys.all();
    Map<String, ConfigValue> values = new HashMap<>(keys.validateAll(given));
    for (ConfigDef.ConfigKey key : keys.configKeys().values()) {
      String text = given.get(key.name);
      if (key.type == ConfigDef.Type.LONG && text != null && !isWholeNumber(text)) {
        ConfigValue malformed = new ConfigValue(key.name);
        malformed.addErrorMessage(
            key.name + ": " + text + " (expected: a whole number, " + key.validator + ")");
        values.put(key.name, malformed);
      }
    }
    return values;
  }

  private static boolean isWholeNumber(String text) {
    return text.strip().matches("[+-]?\\d{1,18}");
  }

  private static Map<String, String> withoutNulls(Map<String, String> given) {
    Map<String, String> present = new HashMap<>(given);
    present.values().removeIf(value -> value == null);
    return present;
  }

  private void addError(String key, String message) {
    values.computeIfAbsent(key, ConfigValue::new).addErrorMessage(message);
  }

  /** Looks at a configuration, right or wrong. */
  public static SinkConfig of(Map<String, String> given) {
    return new SinkConfig(given);
  }

  /** Every key with its value and what is wrong with it, for the framework. */
  public Config result() {
    return new Config(new ArrayList<>(values.values()));
  }

  /** What runs but is probably not meant. */
  public List<String> warnings() {
    return List.copyOf(findings.warnings());
  }

  /**
   * The options of a right configuration.
   *
   * @throws ConfigException with all errors when it is wrong
   */
  public SinkOptions options() {
    List<String> errors =
        values.values().stream().flatMap(value -> value.errorMessages().stream()).toList();
    if (!errors.isEmpty()) {
      throw new ConfigException(String.join("\n", errors));
    }
    return SinkOptions.from(settings);
  }
}
