package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse.AppendResult;
import com.google.cloud.bigquery.storage.v1.RowError;
import com.google.protobuf.Int64Value;
import com.google.rpc.Code;
import com.google.rpc.Status;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.decode.DecodedRows;
import dev.penstock.local.grpc.AnswerQueue.Answer;
import dev.penstock.local.rows.StaleTableException;
import dev.penstock.local.rows.StreamException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an append is answered with. */
final class AppendAnswers {
  private AppendAnswers() {}

  /**
   * The answer to rows that were handed to the store.
   *
   * @param offset where the first row of a created stream's append is (WA-051)
   * @param newSchema the table whose schema the client must learn; null for none
   * @param failure null for stored rows
   */
  static Answer of(
      StreamName stream,
      @Nullable Long offset,
      @Nullable TableMetadata newSchema,
      @Nullable Throwable failure) {
    if (failure instanceof StaleTableException) {
      return new Answer.End(WriteFaults.recreated(stream));
    }
    if (failure instanceof StreamException refusal) {
      return refused(refusal, stream);
    }
    if (failure != null || offset == null) {
      return error(
          WriteFaults.status(Code.INTERNAL, "Storing the rows failed: " + failure, stream), stream);
    }
    AppendResult.Builder result = AppendResult.newBuilder();
    if (!stream.isDefault()) {
      result.setOffset(Int64Value.of(offset));
    }
    AppendRowsResponse.Builder response =
        AppendRowsResponse.newBuilder().setWriteStream(stream.toString()).setAppendResult(result);
    if (newSchema != null) {
      response.setUpdatedSchema(TableSchemas.of(newSchema.fields()));
    }
    return new Answer.Response(response.build());
  }

  /** A stream that is gone ends the call; all else goes on (WA-052, WA-194). */
  private static Answer refused(StreamException refusal, StreamName stream) {
    Status status = StreamFaults.status(refusal, stream);
    return refusal.reason() == StreamException.Reason.NOT_FOUND
        ? new Answer.End(status)
        : error(status, stream);
  }

  /** An error in the stream; the connection goes on. */
  static Answer error(Status error, StreamName stream) {
    return new Answer.Response(
        AppendRowsResponse.newBuilder().setWriteStream(stream.toString()).setError(error).build());
  }

  static Answer rowErrors(List<DecodedRows.Fault> faults, StreamName stream) {
    AppendRowsResponse.Builder response =
        AppendRowsResponse.newBuilder()
            .setWriteStream(stream.toString())
            .setError(
                WriteFaults.invalid(
                    "Errors found while processing rows. Please refer to the row_errors field for"
                        + " details. The list may not be complete because of the size"
                        + " limitations.",
                    stream));
    for (DecodedRows.Fault fault : faults) {
      response.addRowErrors(
          RowError.newBuilder()
              .setIndex(fault.index())
              .setCode(RowError.RowErrorCode.FIELDS_ERROR)
              .setMessage(fault.message()));
    }
    return new Answer.Response(response.build());
  }
}
