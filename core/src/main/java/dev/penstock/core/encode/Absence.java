package dev.penstock.core.encode;

/** What it means that a column has no value. Immutable. */
enum Absence {
  /** NULL, or an empty array. */
  WRITTEN,
  /** The column is REQUIRED. */
  REQUIRED,
  /** The column is in the primary key. */
  KEY,
  /** The value is an element. */
  ELEMENT;

  void apply(Target target) {
    switch (this) {
      case WRITTEN -> target.out().absent(target.place());
      case REQUIRED ->
          target.refuse(
              "is NULL", "Correct it at the source, or make the column NULLABLE if it is no key");
      case KEY ->
          target.refuse(
              "is NULL, which no primary key column may be (CDC-020)",
              "Correct it at the source, or choose another key");
      case ELEMENT ->
          target.refuse(
              "has a NULL element, which no BigQuery array can hold",
              "Remove NULL elements at the source, or wrap the elements in a struct");
    }
  }
}
