package dev.penstock.kafka.route;

import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TablePolicy;
import java.util.List;
import java.util.Map;

/** Tells what existing tables are like. */
public interface LiveTables {
  /**
   * The key columns of a table; empty when it does not exist or has none.
   *
   * @throws dev.penstock.core.error.IngestException when the service does not tell
   */
  List<String> primaryKeyOf(Destination destination, TablePolicy policy);

  /**
   * The labels of a table; empty when it does not exist or has none.
   *
   * @throws dev.penstock.core.error.IngestException when the service does not tell
   */
  Map<String, String> labelsOf(Destination destination, TablePolicy policy);
}
