package dev.penstock.cli.destination;

import dev.penstock.core.connection.Endpoint.CredentialSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A destination as it is written on the command line: {@code bigquery://local/DATASET} or {@code
 * bigquery://PROJECT/DATASET?key=value&...}. Its text shows no credential. Immutable.
 *
 * @param project {@link #LOCAL} is the BigQuery of this machine
 * @param dataset null when the URI names none
 * @param credentials how the service lets the command in; unused on this machine
 * @param location where a new dataset lies, and what an existing one must have; null for any
 * @param method how rows shall reach a table
 */
public record BigQueryUri(
    String project,
    @Nullable String dataset,
    CredentialSource credentials,
    @Nullable String location,
    LoadChoice method) {
  /** The project of local BigQuery. */
  public static final String LOCAL = "local";

  /** Checks that the parts are present. */
  public BigQueryUri {
    Objects.requireNonNull(project, "project");
    Objects.requireNonNull(credentials, "credentials");
    Objects.requireNonNull(method, "method");
  }

  /** The BigQuery of this machine. */
  public static BigQueryUri local() {
    return new BigQueryUri(
        LOCAL, null, new CredentialSource.ApplicationDefault(), null, LoadChoice.AUTO);
  }

  /**
   * Reads a URI.
   *
   * @param option the option it was given for, which a refusal names
   */
  public static BigQueryUri parse(String option, String text) {
    return new BigQueryUriParser(option).parse(text);
  }

  /** Whether it is the BigQuery of this machine. */
  public boolean isLocal() {
    return project.equals(LOCAL);
  }

  @Override
  public String toString() {
    return "bigquery://" + project + (dataset == null ? "" : "/" + dataset);
  }
}
