package dev.penstock.core.table;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Steps that are noted, and after one of which the writer dies. One owner thread. */
final class DyingSteps implements ChangeTableSteps {
  /** What a writer changed, for example {@code label complete}. */
  final List<String> changes = new ArrayList<>();

  private final ChangeTableSteps steps;
  private final int last;

  /** The end of a writer that nothing catches. */
  static final class Death extends Error {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Steps of a writer.
   *
   * @param last the number of changes, from 1, after which it dies; 0: it lives
   */
  DyingSteps(ChangeTableSteps steps, int last) {
    this.steps = steps;
    this.last = last;
  }

  private void changed(String what) {
    changes.add(what);
    if (changes.size() == last) {
      throw new Death();
    }
  }

  private static String kind(String label) {
    return label.substring(0, label.indexOf('_'));
  }

  @Override
  public Optional<LiveTable> find() {
    return steps.find();
  }

  @Override
  public void create(String label) {
    steps.create(label);
    changed("create " + kind(label));
  }

  @Override
  public LiveTable label(LiveTable seen, String label) {
    LiveTable labeled = steps.label(seen, label);
    changed("label " + kind(label));
    return labeled;
  }

  @Override
  public Optional<Duration> maxStaleness(LiveTable table) {
    return steps.maxStaleness(table);
  }

  @Override
  public void setMaxStaleness(
      LiveTable table, @Nullable Duration found, Duration wanted, int attempt) {
    steps.setMaxStaleness(table, found, wanted, attempt);
    changed("staleness " + wanted);
  }
}
