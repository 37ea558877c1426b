package dev.penstock.core.encode;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import java.util.ArrayList;
import java.util.List;

/**
 * JSON columns, from structs and lists: each value is one document. The parts are checked as for
 * columns of their own, by the same encoders.
 */
final class JsonEncoder extends FieldEncoder {
  private final Target target;
  private final JsonOutput json;
  private final FieldEncoder content;

  JsonEncoder(SourceField field, Target target) {
    super(field, target);
    this.target = target;
    this.json = new JsonOutput(target);
    Column column = column(field);
    this.content = encoder(field, column, json.elementPlace(column), target.path());
  }

  private FieldEncoder encoder(SourceField field, Column column, int place, String path) {
    Target part = new Target(column, path, place, json, Absence.WRITTEN);
    return switch (field.kind()) {
      case LIST -> {
        SourceField child = field.children().get(0);
        Column element = column(child);
        int elementPlace = json.elementPlace(element);
        yield new Elements(field, part, json, encoder(child, element, elementPlace, path));
      }
      case STRUCT -> new StructEncoder(field, part, new StructFields(entries(field, path)));
      case BOOL,
          LONG,
          UNSIGNED_LONG,
          DOUBLE,
          TEXT,
          BYTES,
          DECIMAL,
          DATE,
          TIME,
          DATETIME,
          INSTANT,
          INTERVAL,
          JSON ->
          EncoderTable.find(field, column.type()).orElseThrow().create(field, part);
    };
  }

  private List<StructFields.Entry> entries(SourceField struct, String path) {
    List<StructFields.Entry> entries = new ArrayList<>();
    for (SourceField child : struct.children()) {
      Column column = column(child);
      int place = json.place(new TaggedColumn(column, 1, TaggedColumns.number(List.of(), 1)));
      String childPath = path + "." + child.name();
      entries.add(new StructFields.Entry(entries.size(), encoder(child, column, place, childPath)));
    }
    return entries;
  }

  /** The column whose values JSON then has; texts stay as they are, whatever they hold. */
  private static Column column(SourceField field) {
    return switch (field.kind()) {
      case TEXT -> {
        boolean isJson = field.column() != null && field.column().type() == ColumnType.JSON;
        yield Column.nullable(field.name(), isJson ? ColumnType.JSON : ColumnType.STRING);
      }
      case STRUCT, LIST -> Column.nullable(field.name(), ColumnType.STRING);
      case BOOL,
          LONG,
          UNSIGNED_LONG,
          DOUBLE,
          BYTES,
          DECIMAL,
          DATE,
          TIME,
          DATETIME,
          INSTANT,
          INTERVAL,
          JSON ->
          Column.nullable(field.name(), CreationTypes.scalarTypeOf(field));
    };
  }

  @Override
  public StructFields beginStruct() {
    json.clear();
    return content.beginStruct();
  }

  @Override
  public void endStruct() {
    content.endStruct();
    write();
  }

  @Override
  public FieldEncoder beginList(int size) {
    json.clear();
    return content.beginList(size);
  }

  @Override
  public void endList() {
    content.endList();
    write();
  }

  private void write() {
    if (!target.out().isRefused() && !target.out().text(target.place(), json.document())) {
      throw new AssertionError("the parts were checked");
    }
  }

  /** Arrays within a document; they may hold null and arrays. */
  private static final class Elements extends FieldEncoder {
    private final int place;
    private final JsonOutput json;
    private final FieldEncoder element;

    Elements(SourceField field, Target target, JsonOutput json, FieldEncoder element) {
      super(field, target);
      this.place = target.place();
      this.json = json;
      this.element = element;
    }

    @Override
    public FieldEncoder beginList(int size) {
      json.beginArray(place);
      return element;
    }

    @Override
    public void endList() {
      json.endArray();
    }
  }
}
