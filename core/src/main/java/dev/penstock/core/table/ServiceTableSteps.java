package dev.penstock.core.table;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The steps as calls of the service.
 *
 * @param columns of a new table
 */
record ServiceTableSteps(
    TableAdmin tables,
    MaxStaleness staleness,
    Destination destination,
    TablePolicy policy,
    List<Column> columns)
    implements ChangeTableSteps {
  @Override
  public Optional<LiveTable> find() {
    Optional<LiveTable> found = tables.find(destination);
    found.ifPresent(table -> TableAdmin.requireLocation(table, policy));
    return found;
  }

  @Override
  public void create(String label) {
    TableSpec spec = NewTable.plan(destination, policy, columns, true);
    LiveTable unused =
        tables.insert(
            destination,
            policy,
            spec.withAttributes(
                spec.attributes().withLabels(Map.of(ChangeContract.LABEL_KEY, label))));
  }

  @Override
  public LiveTable label(LiveTable seen, String label) {
    return tables.label(seen, ChangeContract.LABEL_KEY, label);
  }

  @Override
  public Optional<Duration> maxStaleness(LiveTable table) {
    return staleness.read(table);
  }

  @Override
  public void setMaxStaleness(
      LiveTable table, @Nullable Duration found, Duration wanted, int attempt) {
    staleness.change(table, found, wanted, attempt);
  }
}
