package dev.penstock.kafka.route;

/** What a record with a value does. Immutable. */
enum Operation {
  UPSERT,
  DELETE,
  TRUNCATE,
  MESSAGE,
  /** The metadata say something that is not understood. */
  UNKNOWN;

  /** The meaning of Debezium's one-letter operation. */
  static Operation ofLetter(Object letter) {
    return switch (letter.toString()) {
      case "c", "u", "r" -> UPSERT;
      case "d" -> DELETE;
      case "t" -> TRUNCATE;
      case "m" -> MESSAGE;
      default -> UNKNOWN;
    };
  }
}
