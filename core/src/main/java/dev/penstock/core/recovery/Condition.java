package dev.penstock.core.recovery;

import java.util.function.Predicate;

/** What must hold for a rule of the table. Immutable. */
public enum Condition {
  QUESTION("the first request at a restored position", Incident::isQuestion),
  REPEATED("these rows were sent there before", Incident::isRepeated),
  NUMBERED("the stream counts its rows", Incident::isNumbered),
  UNNUMBERED("a default stream", incident -> !incident.isNumbered()),
  CHANGES("changes", Incident::isChange),
  PLAIN("plain rows", incident -> !incident.isChange()),
  UNPROVEN("no row stored yet", incident -> !incident.hasStored()),
  MAY_CREATE("it may be created, once in a repair", Incident::mayCreateTable),
  MAY_ADD("columns may be added", Incident::mayAddColumns),
  FIXED("no columns may be added", incident -> !incident.mayAddColumns()),
  ROWS_NAMED("rows are named", incident -> incident.failure().rowsNamed()),
  NO_ROWS("no row is named", incident -> !incident.failure().rowsNamed()),
  DENIED("a denial", incident -> incident.failure().masked()),
  MISSED("not a denial", incident -> !incident.failure().masked()),
  BRIEF("a quota for a moment", incident -> !incident.failure().spent()),
  THERE("the table is there", incident -> incident.table() == Sight.THERE),
  GONE("the table is gone", incident -> incident.table() == Sight.GONE),
  MADE_ANEW("the table was made anew", incident -> incident.table() == Sight.MADE_ANEW),
  HIDDEN("the table may not be read", incident -> incident.table() == Sight.HIDDEN),
  LACKS("it lacks the columns", Incident::lacksColumns),
  COMPLETE("it has the columns", incident -> !incident.lacksColumns());

  private final String words;

  @SuppressWarnings("ImmutableEnumChecker") // Asks its argument alone.
  private final Predicate<Incident> test;

  Condition(String words, Predicate<Incident> test) {
    this.words = words;
    this.test = test;
  }

  /** Whether it holds. */
  boolean holds(Incident incident) {
    return test.test(incident);
  }

  /** What must hold, in words. */
  public String words() {
    return words;
  }
}
