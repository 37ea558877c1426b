package dev.penstock.testkit.history;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A sequence of changes in a source database with everything a replica must show for it. Immutable.
 *
 * @param fixture SQL that creates the source tables
 * @param variants further SQL by name, one of which runs after the fixture
 * @param finalState every row once all operations are applied
 * @param profiles by name
 */
public record ChangeHistory(
    String name,
    List<String> fixture,
    Map<String, List<String>> variants,
    List<HistoryTable> tables,
    List<Operation> operations,
    List<KeyState> finalState,
    Map<String, Profile> profiles) {

  /** Copies the collections. */
  public ChangeHistory {
    fixture = List.copyOf(fixture);
    variants = Map.copyOf(variants);
    tables = List.copyOf(tables);
    operations = List.copyOf(operations);
    finalState = List.copyOf(finalState);
    profiles = Map.copyOf(profiles);
  }

  /**
   * Loads a history that this artifact carries.
   *
   * @param name for example {@code customers-32}
   */
  public static ChangeHistory load(String name) {
    try (InputStream file = ChangeHistory.class.getResourceAsStream(name + ".json")) {
      if (file == null) {
        throw new IllegalArgumentException(
            "name: " + name + " (expected: customers-32 or odd-values)");
      }
      return new HistoryFile(HistoryColumn.json().readTree(file)).history();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The table of this name. */
  public HistoryTable table(String table) {
    return HistoryFile.find(tables, table);
  }

  /** The profile of this name. */
  public Profile profile(String profile) {
    Profile found = profiles.get(profile);
    if (found == null) {
      throw new IllegalArgumentException(
          "profile: " + profile + " (expected: one of " + profiles.keySet() + ")");
    }
    return found;
  }

  /** Every row of every table once an operation is applied. */
  public HistoryState stateAfter(int operation, Profile profile) {
    List<KeyState> keys = new ArrayList<>();
    operations.stream()
        .filter(candidate -> candidate.number() <= operation)
        .forEach(candidate -> keys.addAll(candidate.state()));
    profile.deviations().stream()
        .filter(deviation -> deviation.from() <= operation && operation <= deviation.to())
        .forEach(deviation -> keys.add(deviation.state()));
    return HistoryState.of(tables, operation, keys);
  }
}
