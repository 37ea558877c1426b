package dev.penstock.core.append;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.StorageError;
import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Int64Value;
import com.google.rpc.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Buffered and pending streams as the service keeps them: an offset is taken once, rows are
 * readable up to the flushed offset or once committed, a finalized stream takes nothing.
 * Thread-safe.
 */
public final class FakeStreams {
  private final Map<String, Stream> streams = new LinkedHashMap<>();

  private static final class Stream {
    private final List<ByteString> rows = new ArrayList<>();
    private long flushed = -1;
    private boolean finalized;
    private boolean committed;
  }

  /** Makes a stream of a table and returns its name. */
  public synchronized String create(String table) {
    String name = table + "/streams/s" + (streams.size() + 1);
    streams.put(name, new Stream());
    return name;
  }

  /** Appends rows, or says why not. */
  synchronized AppendRowsResponse append(String name, long offset, List<ByteString> rows) {
    Stream stream = streams.get(name);
    com.google.rpc.Status refusal = refusal(name, stream);
    if (refusal == null && stream != null && offset != stream.rows.size()) {
      refusal = wrongOffset(name, stream.rows.size(), offset);
    }
    if (refusal != null || stream == null) {
      return AppendRowsResponse.newBuilder().setError(refusal).build();
    }
    stream.rows.addAll(rows);
    return AppendRowsResponse.newBuilder()
        .setAppendResult(
            AppendRowsResponse.AppendResult.newBuilder().setOffset(Int64Value.of(offset)))
        .build();
  }

  private static com.google.rpc.@Nullable Status refusal(String name, @Nullable Stream stream) {
    if (stream == null) {
      return error(
          Code.NOT_FOUND,
          StorageErrorCode.STREAM_NOT_FOUND,
          "Requested entity was not found. Entity: " + name);
    }
    return stream.finalized
        ? error(
            Code.INVALID_ARGUMENT,
            StorageErrorCode.STREAM_FINALIZED,
            "Stream has been finalized and cannot be appended: " + name)
        : null;
  }

  private static com.google.rpc.Status wrongOffset(String name, long expected, long received) {
    boolean beyond = received > expected;
    String text =
        "The offset is %s stream, expected offset %d, received %d Entity: %s"
            .formatted(beyond ? "beyond" : "within", expected, received, name);
    return beyond
        ? error(Code.OUT_OF_RANGE, StorageErrorCode.OFFSET_OUT_OF_RANGE, text)
        : error(Code.ALREADY_EXISTS, StorageErrorCode.OFFSET_ALREADY_EXISTS, text);
  }

  private static com.google.rpc.Status error(Code code, StorageErrorCode storage, String message) {
    return com.google.rpc.Status.newBuilder()
        .setCode(code.getNumber())
        .setMessage(message)
        .addDetails(
            Any.pack(StorageError.newBuilder().setCode(storage).setErrorMessage(message).build()))
        .build();
  }

  /** Makes rows up to an offset readable and returns the offset. */
  synchronized long flush(String name, long offset) {
    Stream stream = existing(name);
    if (offset <= stream.flushed) {
      throw refused(
          error(Code.ALREADY_EXISTS, StorageErrorCode.OFFSET_ALREADY_EXISTS, "flushed before"));
    }
    if (offset >= stream.rows.size()) {
      throw refused(
          error(
              Code.OUT_OF_RANGE,
              StorageErrorCode.OFFSET_OUT_OF_RANGE,
              "Offset " + offset + " is beyond the end of the stream"));
    }
    stream.flushed = offset;
    return offset;
  }

  private Stream existing(String name) {
    Stream stream = streams.get(name);
    com.google.rpc.Status refusal = refusal(name, stream);
    if (refusal != null || stream == null) {
      throw refused(refusal);
    }
    return stream;
  }

  private static StatusRuntimeException refused(com.google.rpc.@Nullable Status status) {
    return StatusProto.toStatusRuntimeException(
        status == null ? com.google.rpc.Status.getDefaultInstance() : status);
  }

  /** Finalizes a stream and returns how many rows it holds. */
  public synchronized long finalizeStream(String name) {
    Stream stream = streams.get(name);
    if (stream == null) {
      throw refused(refusal(name, null));
    }
    stream.finalized = true;
    return stream.rows.size();
  }

  /** Commits finalized streams, all or none, and says what is wrong with each of the others. */
  synchronized List<StorageError> commit(List<String> names) {
    List<StorageError> errors = new ArrayList<>();
    for (String name : names) {
      Stream stream = streams.get(name);
      if (stream == null) {
        errors.add(inCommit(StorageErrorCode.STREAM_NOT_FOUND, name));
      } else if (stream.committed) {
        errors.add(inCommit(StorageErrorCode.STREAM_ALREADY_COMMITTED, name));
      } else if (!stream.finalized) {
        errors.add(inCommit(StorageErrorCode.INVALID_STREAM_STATE, name));
      }
    }
    if (errors.isEmpty()) {
      names.forEach(name -> commitStream(name));
    }
    return errors;
  }

  private static StorageError inCommit(StorageErrorCode code, String name) {
    return StorageError.newBuilder()
        .setCode(code)
        .setEntity(name)
        .setErrorMessage("The stream is not committed. Entity: " + name)
        .build();
  }

  /** Makes the rows of a stream readable. */
  public synchronized void commitStream(String name) {
    Stream stream = streams.get(name);
    if (stream == null) {
      throw refused(refusal(name, null));
    }
    stream.committed = true;
    stream.flushed = stream.rows.size() - 1L;
  }

  /** Whether a stream is committed. */
  synchronized boolean isCommitted(String name) {
    Stream stream = streams.get(name);
    if (stream == null) {
      throw refused(refusal(name, null));
    }
    return stream.committed;
  }

  /** Lets a stream disappear with its rows. */
  public synchronized void expire(String name) {
    streams.remove(name);
  }

  /** Drops the last rows of a stream, as if they had never come. */
  public synchronized void truncate(String name, int rows) {
    Stream stream = existing(name);
    stream.rows.subList(rows, stream.rows.size()).clear();
  }

  /** The names of all streams, oldest first. */
  public synchronized List<String> names() {
    return List.copyOf(streams.keySet());
  }

  /** All rows of a stream, in their order. */
  public synchronized List<ByteString> rows(String name) {
    return List.copyOf(existing(name).rows);
  }

  /** The readable rows of a table. */
  public synchronized List<ByteString> readable(String table) {
    List<ByteString> rows = new ArrayList<>();
    streams.forEach(
        (name, stream) -> {
          if (name.startsWith(table + "/")) {
            rows.addAll(stream.rows.subList(0, (int) stream.flushed + 1));
          }
        });
    return rows;
  }
}
