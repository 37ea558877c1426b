package dev.penstock.core.publish;

/** Writes a plan for people. */
final class PlanText {
  private PlanText() {}

  static String of(PublishPlan plan) {
    throw new UnsupportedOperationException("being built");
  }
}
