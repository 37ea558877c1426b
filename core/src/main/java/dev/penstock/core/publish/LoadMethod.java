package dev.penstock.core.publish;

/** How rows travel to the service. Immutable. */
public enum LoadMethod {
  /** One load job. */
  LOAD_JOB("load job"),
  /** Pending streams with one commit. */
  STREAMS("write streams");

  private final String words;

  LoadMethod(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
