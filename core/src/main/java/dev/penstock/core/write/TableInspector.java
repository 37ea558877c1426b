package dev.penstock.core.write;

import dev.penstock.core.append.WriterSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.recovery.Sight;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.NewColumn;
import dev.penstock.core.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the table of refused rows, at most once a second, and repairs it when told to. One owner
 * thread; waits for table metadata only.
 */
final class TableInspector {
  private static final Logger LOG = LoggerFactory.getLogger(TableInspector.class);
  private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();

  private final TablePlans plans;
  private final Time time;
  private @Nullable Look last;
  private boolean created;

  /** What was seen, or why nothing could be. */
  private record Look(
      Sight sight, TableSchema columns, @Nullable IngestException failure, long nanos) {}

  TableInspector(TablePlans plans, Time time) {
    this.plans = plans;
    this.time = time;
  }

  /**
   * What the table is now.
   *
   * @throws IngestException when nobody could tell, but may later
   */
  Sight sight() {
    return look().sight();
  }

  private Look look() {
    Look known = last;
    if (known == null || time.nanos() - known.nanos() >= LOOK_NANOS) {
      known = lookNow();
      last = known;
    }
    if (known.failure() != null) {
      throw known.failure();
    }
    return known;
  }

  private Look lookNow() {
    TableSchema none = new TableSchema(List.of());
    try {
      Optional<LiveTable> found = plans.reread();
      Sight sight =
          found.isEmpty()
              ? Sight.GONE
              : found.get().createdMillis() == plans.table().createdMillis()
                  ? Sight.THERE
                  : Sight.MADE_ANEW;
      return new Look(sight, found.map(LiveTable::schema).orElse(none), null, time.nanos());
    } catch (IngestException e) {
      return new Look(
          Sight.HIDDEN, none, e.code() == ErrorCode.PERMISSION_DENIED ? null : e, time.nanos());
    }
  }

  /** The columns of rows that the table does not have now. */
  List<String> lost(WriterSchema rows) {
    return NewColumn.missing(look().columns(), rows.columns()).stream()
        .map(NewColumn::path)
        .toList();
  }

  /** Whether columns that rows carry and the table lacks may be added to it. */
  boolean mayAddColumns() {
    return plans.mayAddColumns();
  }

  /** Whether the table may be created, which was not done since rows were stored. */
  boolean mayCreateTable() {
    return plans.maySetUpTable() && !created;
  }

  /** Creates the table, or takes the one that stands in its place. */
  void makeTable() {
    if (sight() == Sight.GONE) {
      LOG.warn("Table {} disappeared; creating it again", plans.destination());
      created = true;
    } else {
      LOG.warn("Table {} was created again by somebody else; going on", plans.destination());
    }
    plans.recreate();
    last = new Look(Sight.THERE, plans.table().schema(), null, time.nanos());
  }

  /** Adds the columns of rows that the table lacks. */
  void addColumns(WriterSchema rows) {
    LOG.warn("Table {} lost the columns {}; adding them again", plans.destination(), lost(rows));
    plans.addColumnsOf(rows.columns());
    last = new Look(Sight.THERE, plans.table().schema(), null, time.nanos());
  }

  /** Notes that rows were stored: the repair is over. */
  void over() {
    created = false;
  }

  /** Notes the schema that the service told. */
  void schemaTold(TableSchema told) {
    plans.schemaTold(told);
  }

  boolean isChange() {
    return plans.isChange();
  }
}
