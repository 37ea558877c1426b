package dev.penstock.core.append;

import com.google.cloud.bigquery.storage.v1.RowError;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.model.TableSchema;
import java.util.List;

/** Learns what becomes of batches, on the owner thread, inside {@code poll}. */
public interface Answers {
  /** All rows are stored. */
  void stored(AppendBatch batch);

  /**
   * No row is stored, and the worker will not send the batch again.
   *
   * @param rowErrors the rows at fault; empty when the service names none
   */
  void refused(AppendBatch batch, Failure failure, List<RowError> rowErrors);

  /** The connection ended without an answer, and the batch is sent again. */
  void resending(AppendBatch batch, Failure failure);

  /** The table has another schema than the stream knew. */
  void schemaChanged(TableSchema schema);
}
