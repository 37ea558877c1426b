package dev.penstock.core.recovery;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.RowError;
import com.google.rpc.Code;
import com.google.rpc.Status;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.connection.Failures;
import dev.penstock.core.error.ErrorCode;

/**
 * A refused request of plain rows to a default stream, and a table as told. Immutable.
 *
 * @param may whether tables may be created and columns be added
 * @param named whether the answer names rows
 */
record FakeIncident(ErrorCode code, Sight table, boolean may, boolean lacksColumns, boolean named)
    implements Incident {
  @Override
  public Failure failure() {
    AppendRowsResponse.Builder response =
        AppendRowsResponse.newBuilder()
            .setError(Status.newBuilder().setCode(Code.INVALID_ARGUMENT_VALUE));
    if (named) {
      response.addRowErrors(RowError.getDefaultInstance());
    }
    return Failures.of(response.build()).withCode(code);
  }

  @Override
  public boolean mayCreateTable() {
    return may;
  }

  @Override
  public boolean mayAddColumns() {
    return may;
  }
}
