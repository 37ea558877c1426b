package dev.penstock.flink.serializer;

import java.io.Serial;
import org.apache.flink.annotation.Experimental;

/** Records whose fields the engine reads where they lie. */
@Experimental
public abstract non-sealed class RowSerializationSchema<T> extends BigQuerySerializationSchema<T> {
  @Serial private static final long serialVersionUID = 1L;

  /** For subclasses. */
  protected RowSerializationSchema() {}

  /** What one task reads its records with. */
  public abstract RecordRows<T> open();
}
