package dev.penstock.kafka.config;

/** One rule over the keys of one concern. Implementations have no state and use no network. */
@FunctionalInterface
interface Rule {
  void check(Settings settings, Findings findings);
}
