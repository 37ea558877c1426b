package dev.penstock.demo.progress;

/** The parts of a run, in order. */
public enum Phase {
  START("Start"),
  OPERATIONS("32 operations"),
  LOAD("Load"),
  CATCH_UP("Catch up"),
  COMPARE("Compare");

  private final String title;

  Phase(String title) {
    this.title = title;
  }

  /** The name that people see. */
  public String title() {
    return title;
  }
}
