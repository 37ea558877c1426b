package dev.penstock.kafka.config;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.kafka.read.FieldNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which table a topic goes to. Immutable.
 *
 * @param datasetRules datasets by topic, the first full match wins
 * @param defaultDataset the dataset of all other topics; empty for none
 * @param tables tables by topic
 * @param sanitizeTopics whether table names made from topics are made legal
 */
public record RoutingOptions(
    String project,
    List<DatasetRule> datasetRules,
    String defaultDataset,
    Map<String, String> tables,
    boolean sanitizeTopics) {

  /** Letters, marks, numbers, connectors, dashes and spaces, as BigQuery takes them. */
  private static final Pattern TABLE = Pattern.compile("[\\p{L}\\p{M}\\p{N}\\p{Pc}\\p{Pd} ]+");

  /** Topics that match go to this dataset. */
  public record DatasetRule(Pattern topics, String dataset) {}

  /** Copies the collections. */
  public RoutingOptions {
    datasetRules = List.copyOf(datasetRules);
    tables = Map.copyOf(tables);
  }

  static RoutingOptions from(Settings settings) {
    List<DatasetRule> rules =
        settings.list(Keys.DATASETS).stream()
            .map(
                rule -> {
                  int equals = rule.lastIndexOf('=');
                  return new DatasetRule(
                      Pattern.compile(rule.substring(0, equals)), rule.substring(equals + 1));
                })
            .toList();
    return new RoutingOptions(
        settings.text(Keys.PROJECT),
        rules,
        settings.text(Keys.DEFAULT_DATASET),
        tables(settings),
        settings.flag(Keys.SANITIZE_TOPICS));
  }

  private static Map<String, String> tables(Settings settings) {
    Map<String, String> tables = new LinkedHashMap<>();
    for (String pair : settings.text(Keys.TOPIC_TO_TABLE).split(",", -1)) {
      int colon = pair.indexOf(':');
      if (colon > 0) {
        tables.put(pair.substring(0, colon).trim(), pair.substring(colon + 1).trim());
      }
    }
    return tables;
  }

  /**
   * The table of a topic. A topic {@code dataset:table}, as a RegexRouter makes it, names both.
   *
   * @throws IngestException INVALID_OPTION when no dataset is named for the topic, or its name is
   *     no table name
   */
  public Destination destinationOf(String topic) {
    Destination destination = resolve(topic);
    if (!isLegal(destination)) {
      throw new IngestException(ErrorCode.INVALID_OPTION, illegalTable(topic, destination));
    }
    return destination;
  }

  /** The same, whether the name is legal or not. */
  Destination resolve(String topic) {
    String mapped = tables.get(topic);
    if (mapped != null) {
      return new Destination(project, dataset(topic), mapped);
    }
    int colon = topic.indexOf(':');
    if (colon < 0) {
      return new Destination(project, dataset(topic), table(topic));
    }
    return new Destination(project, topic.substring(0, colon), table(topic.substring(colon + 1)));
  }

  static boolean isLegal(Destination destination) {
    return TABLE.matcher(destination.table()).matches();
  }

  static String illegalTable(String topic, Destination destination) {
    return "topics: "
        + topic
        + " gives table '"
        + destination.table()
        + "' (expected: letters, numbers, _ - and spaces). Set sanitizeTopics=true or name"
        + " the table in topic2TableMap.";
  }

  private String table(String topic) {
    return sanitizeTopics ? FieldNames.sanitized(topic) : topic;
  }

  private String dataset(String topic) {
    return findDataset(topic)
        .orElseThrow(
            () ->
                new IngestException(
                    ErrorCode.INVALID_OPTION,
                    "Topic '"
                        + topic
                        + "' has no dataset: neither defaultDataset is set nor does a pattern of"
                        + " datasets match. Set defaultDataset or add a pattern."));
  }

  /** Finds the dataset of a topic. */
  Optional<String> findDataset(String topic) {
    if (!defaultDataset.isEmpty()) {
      return Optional.of(defaultDataset);
    }
    return datasetRules.stream()
        .filter(rule -> rule.topics().matcher(topic).matches())
        .map(DatasetRule::dataset)
        .findFirst();
  }
}
