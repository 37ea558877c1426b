package dev.penstock.benchmarks.property;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsRequest;
import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc.BigQueryWriteBlockingStub;
import com.google.cloud.bigquery.storage.v1.CreateWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.FinalizeWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.FlushRowsRequest;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.Int64Value;
import com.google.rpc.Code;
import dev.penstock.benchmarks.client.Appends;
import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.WireRow;
import dev.penstock.benchmarks.property.StreamModel.Kind;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * Random appends at right and wrong offsets, repeats, flushes, finalizations, commits and new
 * connections on streams of all kinds of one table.
 */
final class StreamHistory implements History {
  private static final DescriptorProto SCHEMA = WireRow.schema("id:INT64");
  private static final List<Kind> KINDS = List.of(Kind.values());
  private static final int MAX_STEPS = 16;

  private final Target target;
  private final String table;
  private final BigQueryWriteBlockingStub writes;
  private final List<String> past = new ArrayList<>();
  private final List<StreamModel> streams = new ArrayList<>();
  private final Map<StreamModel, Appends> connections = new HashMap<>();
  private Random random = new Random();
  private long nextId;

  StreamHistory(Target target, String table) {
    this.target = target;
    this.table = table;
    this.writes = BigQueryWriteGrpc.newBlockingStub(target.channel());
  }

  @Override
  public void begin() throws GoneException, InterruptedException {
    target.rest().createTable(table, false, "id:INT64");
  }

  @Override
  public void play(Random chance) throws GoneException, InterruptedException {
    random = chance;
    int steps = 1 + random.nextInt(MAX_STEPS);
    for (int step = 0; step < steps; step++) {
      step(stream());
    }
    for (StreamModel stream : streams) {
      stream.visible().forEach(id -> past.add(String.valueOf(id)));
    }
    Unequal.check("rows", past.stream().sorted().toList(), target.rest().rows(table));
    connections.values().forEach(Appends::end);
    connections.clear();
    streams.clear();
  }

  /** One of at most two streams of a kind. */
  private StreamModel stream() {
    Kind kind = KINDS.get(random.nextInt(KINDS.size()));
    List<StreamModel> some = streams.stream().filter(each -> each.kind() == kind).toList();
    int chosen = kind == Kind.DEFAULT ? 0 : random.nextInt(2);
    if (chosen < some.size()) {
      return some.get(chosen);
    }
    String name = kind == Kind.DEFAULT ? Appends.defaultStream(table) : create(kind);
    StreamModel created = new StreamModel(kind, name);
    streams.add(created);
    return created;
  }

  private String parent() {
    return "projects/p/datasets/d/tables/" + table;
  }

  private String create(Kind kind) {
    return writes
        .createWriteStream(
            CreateWriteStreamRequest.newBuilder()
                .setParent(parent())
                .setWriteStream(
                    WriteStream.newBuilder().setType(WriteStream.Type.valueOf(kind.name())))
                .build())
        .getName();
  }

  private void step(StreamModel stream) throws GoneException, InterruptedException {
    switch (random.nextInt(10)) {
      case 0, 1 -> flush(stream);
      case 2 -> finish(stream);
      case 3 -> commit();
      case 4 -> reconnect(stream);
      default -> append(stream);
    }
  }

  /** Some requests at once, some of them sent twice; most go to the end, some before or after. */
  private void append(StreamModel stream) throws GoneException, InterruptedException {
    Appends appends =
        connections.computeIfAbsent(
            stream, each -> new Appends(target.channel(), each.name(), SCHEMA));
    List<Code> expected = new ArrayList<>();
    int requests = 1 + random.nextInt(3);
    for (int i = 0; i < requests; i++) {
      long offset = offset(stream);
      List<Long> ids = LongStream.range(nextId, nextId + 1 + random.nextInt(3)).boxed().toList();
      nextId += ids.size();
      int times = random.nextInt(4) == 0 ? 2 : 1;
      for (int time = 0; time < times; time++) {
        appends.send(offset < 0 ? null : offset, ids.stream().map(id -> WireRow.of(id)).toList());
        expected.add(stream.append(offset, ids));
      }
    }
    for (Code code : expected) {
      AppendRowsResponse answer = appends.answer();
      Unequal.check("append to " + stream.kind(), code, code(answer.getError().getCode()));
    }
  }

  /** Negative for none. */
  private long offset(StreamModel stream) {
    int choice = random.nextInt(stream.kind() == Kind.DEFAULT ? 20 : 6);
    if (stream.kind() == Kind.DEFAULT) {
      return choice == 0 ? stream.end() : -1;
    }
    return switch (choice) {
      case 0 -> -1;
      case 1 -> Math.max(0, stream.end() + random.nextInt(7) - 3);
      default -> stream.end();
    };
  }

  private void reconnect(StreamModel stream) {
    Appends old = connections.remove(stream);
    if (old != null) {
      old.end();
    }
  }

  private void flush(StreamModel stream) {
    int offset = random.nextInt(stream.end() + 2);
    FlushRowsRequest request =
        FlushRowsRequest.newBuilder()
            .setWriteStream(stream.name())
            .setOffset(Int64Value.of(offset))
            .build();
    Code actual =
        code(() -> Unequal.check("flushed", offset, writes.flushRows(request).getOffset()));
    Unequal.check("flush of " + stream.kind(), stream.flush(offset), actual);
  }

  private void finish(StreamModel stream) {
    FinalizeWriteStreamRequest request =
        FinalizeWriteStreamRequest.newBuilder().setName(stream.name()).build();
    int end = stream.end();
    Code actual =
        code(() -> Unequal.check("count", end, writes.finalizeWriteStream(request).getRowCount()));
    Unequal.check("finalization of " + stream.kind(), stream.finish(), actual);
  }

  /** Of one or more of the streams; rarely of one that is not PENDING. */
  private void commit() {
    List<StreamModel> chosen =
        streams.stream()
            .filter(stream -> stream.kind() != Kind.DEFAULT)
            .filter(stream -> random.nextInt(10) < (stream.kind() == Kind.PENDING ? 7 : 1))
            .toList();
    if (chosen.isEmpty()) {
      return;
    }
    BatchCommitWriteStreamsResponse answer =
        writes.batchCommitWriteStreams(
            BatchCommitWriteStreamsRequest.newBuilder()
                .setParent(parent())
                .addAllWriteStreams(chosen.stream().map(StreamModel::name).toList())
                .build());
    List<String> refused =
        chosen.stream().filter(stream -> !stream.isCommittable()).map(StreamModel::name).toList();
    Unequal.check(
        "refused by the commit",
        refused,
        answer.getStreamErrorsList().stream().map(error -> error.getEntity()).toList());
    Unequal.check("committed", refused.isEmpty(), answer.hasCommitTime());
    if (refused.isEmpty()) {
      chosen.forEach(StreamModel::commit);
    }
  }

  private static Code code(Runnable call) {
    try {
      call.run();
      return Code.OK;
    } catch (StatusRuntimeException e) {
      return code(e.getStatus().getCode().value());
    }
  }

  private static Code code(int number) {
    Code code = Code.forNumber(number);
    return code == null ? Code.UNRECOGNIZED : code;
  }
}
