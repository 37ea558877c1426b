package dev.penstock.kafka.route;

import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.kafka.config.SequenceOptions;
import dev.penstock.kafka.config.SinkOptions;
import dev.penstock.kafka.config.TableOptions;
import dev.penstock.kafka.read.ConnectReaders;
import dev.penstock.kafka.read.SchemalessRecords;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;

/** Decides what becomes of each record of a task. One owner thread. */
public final class RecordRouter {
  private final SinkOptions options;
  private final ConnectReaders readers;
  private final LiveTables tables;
  private final RecordOrigin origin;
  private final RouteCounters counters;
  private final SchemalessRecords schemaless = new SchemalessRecords();
  private final Map<String, TopicRoute> routes = new HashMap<>();
  private final Map<Destination, String> topics = new HashMap<>();
  private long turn;

  /** A router that has seen no record. */
  public RecordRouter(
      SinkOptions options, LiveTables tables, RecordOrigin origin, RouteCounters counters) {
    this.options = options;
    this.readers = new ConnectReaders(options.reading());
    this.tables = tables;
    this.origin = origin;
    this.counters = counters;
  }

  /** What is looked up once a turn is looked up again: the task goes on with new records. */
  public void startTurn() {
    turn++;
  }

  /**
   * Decides on a record.
   *
   * @throws IngestException when the topic has no table, or the schema no columns
   */
  public Decision route(SinkRecord record) {
    TopicRoute route = routes.get(record.topic());
    if (route == null) {
      route = open(record);
      routes.put(record.topic(), route);
    }
    return route.route(
        SchemalessRecords.lacksSchema(record) ? schemaless.withSchemas(record) : record);
  }

  private TopicRoute open(SinkRecord record) {
    String topic = record.topic();
    Destination destination = options.routing().destinationOf(topic);
    if (!options.changes().enabled()) {
      return new AppendRoute(destination, options.tables().forAppends(), readers);
    }
    String other = topics.putIfAbsent(destination, topic);
    SequenceOptions sequence = options.changes().sequence();
    if (other != null && !sequence.comparesAcrossTopics()) {
      throw LayoutCheck.twoTopics(destination, other, topic);
    }
    String source = origin.topic(record);
    TableOptions table = options.tables();
    ChangeShapes shapes =
        new ChangeShapes(
            destination,
            options.changes(),
            keys -> table.forChanges(keys, sequence.layout(source)),
            readers,
            tables,
            origin,
            () -> turn);
    return new ChangeRoute(
        destination,
        options.changes(),
        shapes,
        new TombstoneRule(options.changes(), shapes::sawDeletedField),
        new LayoutCheck(destination, sequence, tables, origin, source),
        counters);
  }
}
