package dev.penstock.core.contract;

/** Where rows go. Immutable. */
enum Road {
  DEFAULT,
  BUFFERED,
  PENDING,
  FILE
}
