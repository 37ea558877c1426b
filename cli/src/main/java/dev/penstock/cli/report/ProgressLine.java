package dev.penstock.cli.report;

import java.time.Duration;

/** Where progress is shown. One thread at a time. */
interface ProgressLine {
  /** How often it wants to be told. */
  Duration interval();

  /** Shows how far the run is. */
  void show(Progress progress);

  /** Takes away what was shown, before other text. */
  void clear();

  /** A line that stays. */
  void say(String line);
}
