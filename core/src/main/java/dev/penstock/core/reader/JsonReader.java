package dev.penstock.core.reader;

import dev.penstock.core.encode.FieldEncoder;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.StructFields;
import java.math.BigDecimal;

/** Reads the members of one object or array of a tape after the other. One owner thread. */
final class JsonReader implements RowReader {
  private final JsonTape tape;
  private final Forms forms;
  private int container;

  /** The form of each member. */
  interface Forms {
    JsonForm form(int ordinal);
  }

  JsonReader(JsonTape tape, Forms forms) {
    this.tape = tape;
    this.forms = forms;
  }

  /** Reads this container from now on. */
  JsonReader on(int newContainer) {
    container = newContainer;
    return this;
  }

  @Override
  public int size() {
    return tape.memberCount(container);
  }

  private int value(int ordinal) {
    return tape.member(container, ordinal);
  }

  @Override
  public boolean isNull(int ordinal) {
    int value = value(ordinal);
    if (value != JsonTape.ABSENT && tape.kind(value) != JsonTape.Kind.NULL) {
      return false;
    }
    forms.form(ordinal).checkMayBeAbsent();
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
    int size = size();
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
    } else {
      forms.form(ordinal).encode(tape, value(ordinal), encoder);
    }
  }

  @Override
  public boolean booleanAt(int ordinal) {
    return forms.form(ordinal).toBoolean(tape, value(ordinal));
  }

  @Override
  public long longAt(int ordinal) {
    return forms.form(ordinal).toLong(tape, value(ordinal));
  }

  @Override
  public double doubleAt(int ordinal) {
    return forms.form(ordinal).toDouble(tape, value(ordinal));
  }

  @Override
  public BigDecimal decimalAt(int ordinal) {
    return forms.form(ordinal).toDecimal(tape, value(ordinal));
  }

  @Override
  public void text(int ordinal, TextSink sink) {
    forms.form(ordinal).toText(tape, value(ordinal), sink);
  }

  @Override
  public void bytes(int ordinal, ByteSink sink) {
    byte[] bytes = forms.form(ordinal).toBytes(tape, value(ordinal));
    sink.bytes(bytes, 0, bytes.length);
  }

  @Override
  public RowReader struct(int ordinal) {
    return forms.form(ordinal).toStruct(tape, value(ordinal));
  }

  @Override
  public RowReader list(int ordinal) {
    return forms.form(ordinal).toList(tape, value(ordinal));
  }
}
