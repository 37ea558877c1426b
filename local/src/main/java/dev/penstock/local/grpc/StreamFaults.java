package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.StorageError;
import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.rpc.Code;
import com.google.rpc.Status;
import dev.penstock.local.rows.StreamException;

/** What application-created streams answer when they refuse (WA-192, WA-193). */
final class StreamFaults {
  private StreamFaults() {}

  static Status status(StreamException refusal, StreamName stream) {
    String message = String.valueOf(refusal.getMessage());
    return WriteFaults.storage(code(refusal), storageCode(refusal), message, stream);
  }

  /** The form of BatchCommitWriteStreams, which answers errors beside an OK (WA-187). */
  static StorageError inCommit(StreamException refusal, StreamName stream) {
    return StorageError.newBuilder()
        .setCode(storageCode(refusal))
        .setEntity(stream.toString())
        .setErrorMessage(refusal.getMessage() + " Entity: " + stream)
        .build();
  }

  private static Code code(StreamException refusal) {
    return switch (refusal.reason()) {
      case NOT_FOUND -> Code.NOT_FOUND;
      case OFFSET_EXISTS, FLUSHED_BEFORE -> Code.ALREADY_EXISTS;
      case OFFSET_BEYOND_END, FLUSH_BEYOND_END -> Code.OUT_OF_RANGE;
      case FINALIZED, WRONG_KIND, NOT_FINALIZED, COMMITTED_BEFORE -> Code.INVALID_ARGUMENT;
    };
  }

  private static StorageErrorCode storageCode(StreamException refusal) {
    return switch (refusal.reason()) {
      case NOT_FOUND -> StorageErrorCode.STREAM_NOT_FOUND;
      case OFFSET_EXISTS, FLUSHED_BEFORE -> StorageErrorCode.OFFSET_ALREADY_EXISTS;
      case OFFSET_BEYOND_END, FLUSH_BEYOND_END -> StorageErrorCode.OFFSET_OUT_OF_RANGE;
      case FINALIZED -> StorageErrorCode.STREAM_FINALIZED;
      case WRONG_KIND -> StorageErrorCode.INVALID_STREAM_TYPE;
      case NOT_FINALIZED -> StorageErrorCode.INVALID_STREAM_STATE;
      case COMMITTED_BEFORE -> StorageErrorCode.STREAM_ALREADY_COMMITTED;
    };
  }
}
