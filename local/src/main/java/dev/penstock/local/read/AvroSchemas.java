package dev.penstock.local.read;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** The Avro schema of a session, as the service spells it (RA-034 to RA-039). One owner thread. */
final class AvroSchemas {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final int NUMERIC_PRECISION = 38;
  private static final int NUMERIC_SCALE = 9;
  private static final int BIGNUMERIC_PRECISION = 77;
  private static final int BIGNUMERIC_SCALE = 38;

  private int structs;

  private AvroSchemas() {}

  /**
   * The schema of rows with the given columns.
   *
   * @throws ServiceException 400 for a column name that Avro does not have (RA-043)
   */
  static Schema of(List<Field> fields) {
    return new AvroSchemas().struct("__root__", fields);
  }

  private Schema struct(String name, List<Field> fields) {
    List<Schema.Field> members = new ArrayList<>();
    for (Field field : fields) {
      if (!NAME.matcher(field.name()).matches()) {
        throw ServiceException.invalid(
            "Column name '"
                + field.name()
                + "' is not a name in Avro (expected: letters, digits and underscores; the display"
                + " name attribute is not supported by Penstock local)");
      }
      members.add(new Schema.Field(field.name(), member(field), field.description()));
    }
    return Schema.createRecord(name, null, null, false, members);
  }

  private Schema member(Field field) {
    Schema element = element(field);
    return switch (field.mode()) {
      case REQUIRED -> element;
      case NULLABLE -> Schema.createUnion(Schema.create(Schema.Type.NULL), element);
      case REPEATED -> Schema.createArray(element);
    };
  }

  private Schema element(Field field) {
    return switch (field.type()) {
      case BOOL -> Schema.create(Schema.Type.BOOLEAN);
      case INT64 -> Schema.create(Schema.Type.LONG);
      case FLOAT64 -> Schema.create(Schema.Type.DOUBLE);
      case STRING -> Schema.create(Schema.Type.STRING);
      case BYTES -> Schema.create(Schema.Type.BYTES);
      case NUMERIC -> decimal(field, NUMERIC_PRECISION);
      case BIGNUMERIC -> decimal(field, BIGNUMERIC_PRECISION);
      case DATE -> LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
      case TIME -> LogicalTypes.timeMicros().addToSchema(Schema.create(Schema.Type.LONG));
      case TIMESTAMP -> LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
      case DATETIME -> text("logicalType", "datetime");
      case JSON, GEOGRAPHY -> text("sqlType", field.type().name());
      case INTERVAL -> interval();
      case STRUCT -> struct("__s_" + structs++, field.fields());
      case RANGE -> range(field);
    };
  }

  /** The scale that a decimal column is written with. */
  static int scale(Field field) {
    if (field.precision() != null) {
      return field.scale() == null ? 0 : field.scale();
    }
    return field.type() == FieldType.NUMERIC ? NUMERIC_SCALE : BIGNUMERIC_SCALE;
  }

  private static Schema decimal(Field field, int precision) {
    return LogicalTypes.decimal(
            field.precision() == null ? precision : field.precision(), scale(field))
        .addToSchema(Schema.create(Schema.Type.BYTES));
  }

  private static Schema text(String property, String value) {
    Schema text = Schema.create(Schema.Type.STRING);
    text.addProp(property, value);
    return text;
  }

  private Schema range(Field field) {
    Schema range =
        Schema.createRecord(
            "RANGE_" + field.rangeElement(),
            null,
            "google.sqlType",
            false,
            field.fields().stream()
                .map(bound -> new Schema.Field(bound.name(), member(bound)))
                .toList());
    range.addProp("sqlType", "RANGE");
    return range;
  }

  private static Schema interval() {
    Schema interval =
        Schema.createRecord(
            "INTERVAL",
            null,
            "google.sqlType",
            false,
            List.of(
                new Schema.Field("months", Schema.create(Schema.Type.INT)),
                new Schema.Field("days", Schema.create(Schema.Type.INT)),
                new Schema.Field("microseconds", Schema.create(Schema.Type.LONG))));
    interval.addProp("sqlType", "INTERVAL");
    return interval;
  }
}
