package dev.penstock.benchmarks.crash;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.cloud.bigquery.storage.v1.CreateWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.FlushRowsRequest;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.Int64Value;
import com.google.rpc.Code;
import dev.penstock.benchmarks.client.Appends;
import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Server;
import dev.penstock.benchmarks.client.WireRow;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Appends with offsets to a BUFFERED stream, and a flush after every few. After a restart the
 * request that had no answer is sent again, as a writer does; then no row is missing or double.
 */
final class BufferedStreamWork implements Work {
  private static final DescriptorProto SCHEMA = WireRow.schema("id:INT64");
  private static final int BATCH = 3;
  private static final int FLUSH_EVERY = 5 * BATCH;
  private static final long MAX_ROWS = 3_000;

  private int tables;
  private String stream = "";

  /** The rows that were acknowledged. */
  private long rows;

  /** How many of them are flushed for sure. */
  private long flushed;

  /** How many of them are flushed if a flush without an answer did happen. */
  private long flushing;

  @Override
  public String name() {
    return "append to a BUFFERED stream";
  }

  private String table() {
    return "buffered" + tables;
  }

  @Override
  public void prepare(Server server) throws GoneException, InterruptedException {
    if (tables > 0 && rows <= MAX_ROWS) {
      return;
    }
    tables++;
    rows = 0;
    flushed = 0;
    flushing = 0;
    server.rest().createTable(table(), false, "id:INT64");
    stream =
        BigQueryWriteGrpc.newBlockingStub(server.channel())
            .createWriteStream(
                CreateWriteStreamRequest.newBuilder()
                    .setParent("projects/p/datasets/d/tables/" + table())
                    .setWriteStream(WriteStream.newBuilder().setType(WriteStream.Type.BUFFERED))
                    .build())
            .getName();
  }

  @Override
  public void run(Server server, Runnable acknowledged) throws GoneException, InterruptedException {
    Appends appends = new Appends(server.channel(), stream, SCHEMA);
    while (true) {
      appends.send(rows, batch());
      appends.offset();
      rows += BATCH;
      acknowledged.run();
      if (rows % FLUSH_EVERY == 0) {
        flushing = rows;
        flush(server);
        flushed = rows;
      }
    }
  }

  private List<ByteString> batch() {
    return LongStream.range(rows, rows + BATCH).mapToObj(id -> WireRow.of(id)).toList();
  }

  private void flush(Server server) throws GoneException {
    try {
      BigQueryWriteGrpc.newBlockingStub(server.channel())
          .flushRows(
              FlushRowsRequest.newBuilder()
                  .setWriteStream(stream)
                  .setOffset(Int64Value.of(rows - 1))
                  .build());
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Status.Code.UNAVAILABLE) {
        throw new GoneException(e);
      }
      throw e;
    }
  }

  @Override
  public List<String> check(Server server) throws GoneException, InterruptedException {
    List<String> faults = new ArrayList<>();
    int visible = server.rest().rows(table()).size();
    if (visible != flushed && visible != flushing) {
      faults.add(
          name() + ": " + visible + " rows are flushed instead of " + flushed + " or " + flushing);
    }
    Appends appends = new Appends(server.channel(), stream, SCHEMA);
    appends.send(rows, batch());
    AppendRowsResponse answer = appends.answer();
    appends.end();
    if (!answer.hasAppendResult() && answer.getError().getCode() != Code.ALREADY_EXISTS_VALUE) {
      faults.add(name() + ": the row at " + rows + " cannot follow: " + answer.getError());
      return faults;
    }
    rows += BATCH;
    flush(server);
    flushed = rows;
    flushing = rows;
    List<String> expected = LongStream.range(0, rows).mapToObj(Long::toString).sorted().toList();
    faults.addAll(Difference.of(name(), expected, server.rest().rows(table())));
    return faults;
  }
}
