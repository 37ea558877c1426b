package dev.penstock.core.reader;

import dev.penstock.core.encode.FieldEncoder;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.StructFields;
import java.math.BigDecimal;
import java.util.List;

/**
 * Reads the fields of one message after the other, or the elements of one list after the other. One
 * owner thread.
 */
final class ProtoReader implements RowReader {
  private final ProtoTape tape;
  private final ProtoForm[] forms;
  private final boolean uniform;

  /** The path of each field that may not be absent; empty for the others. */
  private final String[] requiredPaths;

  private int first;
  private int size;
  private int sought;
  private int soughtCell;

  private ProtoReader(ProtoTape tape, ProtoForm[] forms, boolean uniform, String[] requiredPaths) {
    this.tape = tape;
    this.forms = forms;
    this.uniform = uniform;
    this.requiredPaths = requiredPaths;
  }

  /**
   * A reader of messages.
   *
   * @param requiredPaths for each field its path if it may not be absent, else empty
   */
  static ProtoReader ofFields(ProtoTape tape, List<ProtoForm> forms, List<String> requiredPaths) {
    return new ProtoReader(
        tape, forms.toArray(ProtoForm[]::new), false, requiredPaths.toArray(String[]::new));
  }

  /** A reader of lists. */
  static ProtoReader ofElements(ProtoTape tape, ProtoForm element) {
    return new ProtoReader(tape, new ProtoForm[] {element}, true, new String[] {""});
  }

  /** Reads this message from now on. */
  ProtoReader onMessage(int block) {
    first = block;
    size = forms.length;
    return this;
  }

  /** Reads the elements of this repeated field from now on. */
  ProtoReader onList(int field) {
    first = tape.next(field);
    size = tape.count(field);
    sought = 0;
    soughtCell = first;
    return this;
  }

  private ProtoForm form(int ordinal) {
    return uniform ? forms[0] : forms[ordinal];
  }

  private int cell(int ordinal) {
    return uniform ? seek(ordinal) : first + ordinal;
  }

  /** Elements are mostly asked for in their order. */
  private int seek(int ordinal) {
    if (ordinal < sought) {
      sought = 0;
      soughtCell = first;
    }
    while (sought < ordinal) {
      soughtCell = tape.next(soughtCell);
      sought++;
    }
    return soughtCell;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isNull(int ordinal) {
    if (uniform || !tape.isAbsent(first + ordinal)) {
      return false;
    }
    String path = requiredPaths[ordinal];
    if (!path.isEmpty()) {
      throw new RowFaultException(
          path,
          "Field '"
              + path
              + "' is required, and the message has none. Set the field, or make it optional.");
    }
    return true;
  }

  @Override
  public void encode(StructFields fields) {
    for (int i = 0; i < fields.size(); i++) {
      encode(fields.ordinal(i), fields.encoder(i));
    }
  }

  @Override
  public void encodeElements(FieldEncoder list) {
    FieldEncoder element = list.beginList(size);
    for (int i = 0; i < size && !list.isRefused(); i++) {
      encode(i, element);
    }
    list.endList();
  }

  @Override
  public void encode(int ordinal, FieldEncoder encoder) {
    if (isNull(ordinal)) {
      encoder.absent();
      return;
    }
    ProtoForm form = form(ordinal);
    int cell = cell(ordinal);
    switch (encoder.kind()) {
      case BOOL -> encoder.bool(form.toBoolean(tape, cell));
      case LONG, UNSIGNED_LONG, DATE, TIME, DATETIME, INSTANT ->
          encoder.number(form.toLong(tape, cell));
      case DOUBLE -> encoder.number(form.toDouble(tape, cell));
      case DECIMAL -> encoder.decimal(decimalAt(ordinal));
      case TEXT, INTERVAL, JSON -> form.toText(tape, cell, encoder);
      case BYTES -> form.toBytes(tape, cell, encoder);
      case STRUCT -> {
        form.toReader(tape, cell).encode(encoder.beginStruct());
        encoder.endStruct();
      }
      case LIST -> form.toReader(tape, cell).encodeElements(encoder);
    }
  }

  @Override
  public boolean booleanAt(int ordinal) {
    return form(ordinal).toBoolean(tape, cell(ordinal));
  }

  @Override
  public long longAt(int ordinal) {
    return form(ordinal).toLong(tape, cell(ordinal));
  }

  @Override
  public double doubleAt(int ordinal) {
    return form(ordinal).toDouble(tape, cell(ordinal));
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    throw new IllegalStateException("no DECIMAL");
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    form(ordinal).toText(tape, cell(ordinal), sink);
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    form(ordinal).toBytes(tape, cell(ordinal), sink);
  }

  @Override
  public RowReader struct(int ordinal) {
    return form(ordinal).toReader(tape, cell(ordinal));
  }

  @Override
  public RowReader list(int ordinal) {
    return form(ordinal).toReader(tape, cell(ordinal));
  }
}
