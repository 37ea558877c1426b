package dev.penstock.core.encode;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Checks, rounds and scales the values of one field, and writes them to the row output. Takes each
 * value by the method that the field's kind names, or {@link #absent}. A class, since calls are
 * most of the work of a row, and those of an interface take longer. May keep scratch space: one
 * owner thread.
 */
public abstract class FieldEncoder
    implements RowReader.DecimalSink, RowReader.TextSink, RowReader.ByteSink {
  private final ValueKind kind;
  private final Target target;

  FieldEncoder(SourceField field, Target target) {
    this.kind = field.kind();
    this.target = target;
  }

  /** The kind of the field, by which a reader finds the method to call. */
  public final ValueKind kind() {
    return kind;
  }

  /** Takes that there is no value. */
  public final void absent() {
    target.absence().apply(target);
  }

  /** Takes a BOOL. */
  public void bool(boolean value) {
    throw unexpected();
  }

  /** Takes a LONG, UNSIGNED_LONG, DATE, TIME, DATETIME or INSTANT. */
  public void number(long value) {
    throw unexpected();
  }

  /** Takes a DOUBLE. */
  public void number(double value) {
    throw unexpected();
  }

  @Override
  public void decimal(long unscaled, int scale) {
    decimal(BigDecimal.valueOf(unscaled, scale));
  }

  @Override
  public void decimal(BigDecimal value) {
    throw unexpected();
  }

  @Override
  public void text(String value) {
    throw unexpected();
  }

  @Override
  public void utf8(byte[] array, int offset, int length) {
    text(new String(array, offset, length, StandardCharsets.UTF_8));
  }

  @Override
  public void bytes(byte[] array, int offset, int length) {
    throw unexpected();
  }

  /** Takes that a STRUCT begins, whose fields go to these encoders. */
  public StructFields beginStruct() {
    throw unexpected();
  }

  /** Takes that the STRUCT ends. */
  public void endStruct() {
    throw unexpected();
  }

  /** Takes that a LIST begins, whose elements go to this encoder. */
  public FieldEncoder beginList(int size) {
    throw unexpected();
  }

  /** Whether the row is refused, so that further elements need not be read. */
  public final boolean isRefused() {
    return target.out().isRefused();
  }

  /** Takes that the LIST ends. */
  public void endList() {
    throw unexpected();
  }

  private IllegalStateException unexpected() {
    return new IllegalStateException(target.path() + " is read as another kind than " + kind);
  }
}
