package dev.penstock.benchmarks.encode;

/** A road with what it is compared with, and how it should do. Immutable. */
public enum Lane {
  /** Avro records to the bytes of an append. */
  AVRO("Avro record", "hand-written", 1.8, 1.3),
  /** Connect structs to the bytes of an append. */
  STRUCT("Connect Struct", "hand-written", 2.8, 2.0),
  /** Protobuf messages of a user's type to the bytes of an append. */
  MESSAGE("protobuf Message", "hand-written", 4, 2.5),
  /** JSON text to the bytes of an append. */
  JSON("JSON text", "JsonToProtoMessage", 1 / 4.0, 1 / 6.0),
  /** Avro records to the records of a file. */
  STAGING("Avro record to Avro staging", "Avro's datum writer", 3, 2);

  private final String title;
  private final String reference;
  private final double floor;
  private final double goal;

  /** Below half a byte nothing is allocated row by row. */
  private static final double NO_BYTES = 0.5;

  Lane(String title, String reference, double floor, double goal) {
    this.title = title;
    this.reference = reference;
    this.floor = floor;
    this.goal = goal;
  }

  String title() {
    return title;
  }

  /** What it is compared with. */
  String reference() {
    return reference;
  }

  /** The most time it may take, as a multiple of the reference's. */
  double floor() {
    return floor;
  }

  double goal() {
    return goal;
  }

  /** The most bytes it may allocate for a row; NaN where none is set. */
  double floorBytes() {
    return switch (this) {
      case AVRO, STAGING -> NO_BYTES;
      case STRUCT -> 500;
      case MESSAGE, JSON -> Double.NaN;
    };
  }

  double goalBytes() {
    return this == STRUCT ? 64 : floorBytes();
  }

  Road road(ShapeRows rows) {
    return switch (this) {
      case AVRO -> Roads.avro(rows);
      case STRUCT -> Roads.struct(rows);
      case MESSAGE -> Roads.message(rows);
      case JSON -> Roads.json(rows);
      case STAGING -> Roads.staging(rows);
    };
  }

  Road reference(ShapeRows rows) throws Exception {
    return switch (this) {
      case AVRO, STRUCT, MESSAGE -> rows.byHand().road();
      case JSON -> Roads.googleJson(rows);
      case STAGING -> Roads.datumWriter(rows);
    };
  }
}
