package dev.penstock.cli.destination;

import java.nio.file.Path;
import java.util.Map;

/** The data directory of this user's local BigQuery. Immutable. */
public final class LocalDirectory {
  /** Names another directory. */
  public static final String VARIABLE = "PENSTOCK_LOCAL_DIR";

  private LocalDirectory() {}

  /** What the environment names, else {@code ~/.penstock/local}. */
  public static Path of(Map<String, String> environment) {
    String named = environment.getOrDefault(VARIABLE, "");
    return named.isBlank()
        ? Path.of(System.getProperty("user.home"), ".penstock", "local")
        : Path.of(named);
  }
}
