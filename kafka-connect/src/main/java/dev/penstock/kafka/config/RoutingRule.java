package dev.penstock.kafka.config;

import dev.penstock.core.model.Destination;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Every topic that is named has a dataset and a legal table. */
final class RoutingRule implements Rule {
  private static final Pattern DATASET = Pattern.compile("\\w{1,1024}");

  @Override
  public void check(Settings settings, Findings findings) {
    checkDatasets(settings, findings);
    checkTables(settings, findings);
    if (findings.hasError(Keys.DATASETS)
        || findings.hasError(Keys.DEFAULT_DATASET)
        || findings.hasError(Keys.TOPIC_TO_TABLE)
        || settings.text(Keys.PROJECT).isEmpty()) {
      return;
    }
    checkTopics(settings, findings);
  }

  private static void checkDatasets(Settings settings, Findings findings) {
    String fixed = settings.text(Keys.DEFAULT_DATASET);
    if (fixed.isEmpty() && settings.list(Keys.DATASETS).isEmpty()) {
      findings.error(
          Keys.DEFAULT_DATASET,
          "defaultDataset: missing (expected: the dataset of the tables). Set it, or datasets as"
              + " pattern=dataset.");
    }
    if (!fixed.isEmpty() && !DATASET.matcher(fixed).matches()) {
      findings.error(
          Keys.DEFAULT_DATASET,
          "defaultDataset: " + fixed + " (expected: letters, digits and _; without the project)");
    }
    for (String rule : settings.list(Keys.DATASETS)) {
      int equals = rule.lastIndexOf('=');
      if (equals < 1 || !DATASET.matcher(rule.substring(equals + 1)).matches()) {
        findings.error(Keys.DATASETS, "datasets: " + rule + " (expected: pattern=dataset)");
      } else if (findPatternFault(rule.substring(0, equals)).isPresent()) {
        findings.error(
            Keys.DATASETS,
            "datasets: "
                + rule
                + " (expected: a regular expression before the =): "
                + findPatternFault(rule.substring(0, equals)).get());
      }
    }
  }

  private static Optional<String> findPatternFault(String pattern) {
    try {
      Pattern.compile(pattern);
      return Optional.empty();
    } catch (PatternSyntaxException e) {
      return Optional.of(e.getDescription());
    }
  }

  private static void checkTables(Settings settings, Findings findings) {
    String map = settings.text(Keys.TOPIC_TO_TABLE);
    Set<String> topics = new HashSet<>();
    for (String pair : map.isEmpty() ? new String[0] : map.split(",", -1)) {
      String[] parts = pair.split(":", -1);
      if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
        findings.error(
            Keys.TOPIC_TO_TABLE,
            "topic2TableMap: " + pair.trim() + " (expected: topic:table,topic:table)");
      } else if (!topics.add(parts[0].trim())) {
        findings.error(
            Keys.TOPIC_TO_TABLE,
            "topic2TableMap: " + parts[0].trim() + " twice (expected: each topic once)");
      }
    }
  }

  private static void checkTopics(Settings settings, Findings findings) {
    RoutingOptions routing = RoutingOptions.from(settings);
    SequenceOptions.Kind kind = SequenceOptions.kindOf(settings);
    Map<Destination, String> topicOf = new HashMap<>();
    for (String topic : settings.list(Keys.TOPICS)) {
      if (topic.chars().filter(c -> c == ':').count() > 1) {
        findings.error(Keys.TOPICS, "topics: " + topic + " (expected: table or dataset:table)");
      } else if (topic.indexOf(':') < 0 && routing.findDataset(topic).isEmpty()) {
        findings.error(
            Keys.DATASETS,
            "datasets: no pattern matches topic "
                + topic
                + " (expected: one for each topic). Add one, or set defaultDataset.");
      } else {
        Destination destination = routing.resolve(topic);
        checkTable(topic, destination, findings);
        String other = topicOf.put(destination, topic);
        if (other != null && ChangeOptions.isEnabled(settings) && !kind.comparesAcrossTopics()) {
          findings.error(Keys.TOPICS, sharedTable(other, topic, destination));
        }
      }
    }
  }

  private static void checkTable(String topic, Destination destination, Findings findings) {
    if (!RoutingOptions.isLegal(destination)) {
      findings.error(Keys.TOPICS, RoutingOptions.illegalTable(topic, destination));
    }
  }

  /** Why two topics cannot share a table. */
  static String sharedTable(String one, String other, Destination destination) {
    return "topics: "
        + one
        + " and "
        + other
        + " both go to "
        + destination
        + " (expected: one topic a table, because offsets of different topics cannot be compared)."
        + " Set cdcChangeSequenceNumberField to a source position such as __lsn, or give each topic"
        + " its table.";
  }
}
