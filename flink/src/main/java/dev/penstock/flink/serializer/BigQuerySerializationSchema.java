package dev.penstock.flink.serializer;

import com.google.cloud.bigquery.storage.v1.TableSchema;
import dev.penstock.flink.TableDestination;
import java.io.Serial;
import java.io.Serializable;
import org.apache.flink.annotation.PublicEvolving;

/**
 * Says how records become rows. It travels in the job graph; every task makes what it needs from
 * it.
 *
 * <p>There are two ways: a {@link RowSerializationSchema} shows the fields of a record where they
 * lie, and the engine encodes them; a {@link BigQueryProtoSerializationSchema} encodes rows itself.
 *
 * @param <T> the records
 */
@PublicEvolving
public abstract sealed class BigQuerySerializationSchema<T> implements Serializable
    permits RowSerializationSchema, BigQueryProtoSerializationSchema {
  @Serial private static final long serialVersionUID = 1L;

  BigQuerySerializationSchema() {}

  /** The columns of a table that is made for these records. */
  public abstract TableSchema getTableSchema(TableDestination destination);
}
