package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.Streams.at;
import static dev.penstock.local.Streams.flush;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.Field.Mode;
import com.google.cloud.bigquery.FieldList;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.ArrowRecordBatch;
import com.google.cloud.bigquery.storage.v1.ArrowSchema;
import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsRequest;
import com.google.cloud.bigquery.storage.v1.Exceptions.AppendSerializationError;
import com.google.cloud.bigquery.storage.v1.RowError;
import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.cloud.bigquery.storage.v1.StreamWriter;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntervalMonthDayNanoVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rows as Arrow's own library writes them. */
class ArrowRowsTest {
  private static final Field ID = field("id", new ArrowType.Int(64, true));
  private static final Field NAME = field("name", new ArrowType.Utf8());

  private static LocalClients clients;
  private static BufferAllocator allocator;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
    allocator = new RootAllocator();
  }

  @AfterAll
  static void stop() {
    clients.close();
    allocator.close();
  }

  private static Field field(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  /** Fills the vectors of a batch. */
  private interface Filling {
    void fill(VectorSchemaRoot root);
  }

  private static ArrowRecordBatch batch(Schema schema, int rows, Filling filling) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
      root.allocateNew();
      filling.fill(root);
      root.setRowCount(rows);
      try (org.apache.arrow.vector.ipc.message.ArrowRecordBatch batch =
          new VectorUnloader(root).getRecordBatch()) {
        MessageSerializer.serialize(new WriteChannel(Channels.newChannel(bytes)), batch);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ArrowRecordBatch.newBuilder()
        .setSerializedRecordBatch(ByteString.copyFrom(bytes.toByteArray()))
        .build();
  }

  private static ArrowSchema serialized(Schema schema) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      MessageSerializer.serialize(new WriteChannel(Channels.newChannel(bytes)), schema);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ArrowSchema.newBuilder()
        .setSerializedSchema(ByteString.copyFrom(bytes.toByteArray()))
        .build();
  }

  private static AppendRowsRequest.Builder request(
      String stream, Schema schema, ArrowRecordBatch batch) {
    return AppendRowsRequest.newBuilder()
        .setWriteStream(stream)
        .setArrowRows(
            AppendRowsRequest.ArrowData.newBuilder()
                .setWriterSchema(serialized(schema))
                .setRows(batch));
  }

  private static AppendRowsResponse append(AppendRowsRequest.Builder request)
      throws InterruptedException {
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request);
      return connection.response();
    }
  }

  private static ArrowRecordBatch idsAndNames(Schema schema, String... names) {
    return batch(
        schema,
        names.length,
        root -> {
          BigIntVector ids = (BigIntVector) root.getVector(0);
          VarCharVector texts = (VarCharVector) root.getVector(1);
          for (int i = 0; i < names.length; i++) {
            ids.setSafe(i, i);
            texts.setSafe(i, names[i].getBytes(StandardCharsets.UTF_8));
          }
        });
  }

  private static void createNames(String table) {
    clients.createTable(
        table,
        com.google.cloud.bigquery.Field.of("id", StandardSQLTypeName.INT64),
        com.google.cloud.bigquery.Field.newBuilder("name", StandardSQLTypeName.STRING)
            .setMaxLength(5L)
            .build(),
        com.google.cloud.bigquery.Field.newBuilder("kind", StandardSQLTypeName.STRING)
            .setDefaultValueExpression("'x'")
            .build());
  }

  @Test
  @Fact({"WA-170", "WA-171"})
  void takesEveryTypeThatTheServiceLists() throws InterruptedException {
    clients.createTable(
        "types",
        column("b", StandardSQLTypeName.BOOL),
        column("raw", StandardSQLTypeName.BYTES),
        column("d", StandardSQLTypeName.DATE),
        column("dt", StandardSQLTypeName.DATETIME),
        column("f", StandardSQLTypeName.FLOAT64),
        column("g", StandardSQLTypeName.FLOAT64),
        column("i", StandardSQLTypeName.INT64),
        column("n", StandardSQLTypeName.NUMERIC),
        column("big", StandardSQLTypeName.BIGNUMERIC),
        column("s", StandardSQLTypeName.STRING),
        column("j", StandardSQLTypeName.JSON),
        column("t", StandardSQLTypeName.TIME),
        column("ts", StandardSQLTypeName.TIMESTAMP),
        column("iv", StandardSQLTypeName.INTERVAL));
    Schema schema =
        new Schema(
            List.of(
                field("b", new ArrowType.Bool()),
                field("raw", new ArrowType.Binary()),
                field("d", new ArrowType.Date(DateUnit.DAY)),
                field("dt", new ArrowType.Timestamp(TimeUnit.MICROSECOND, null)),
                field("f", new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)),
                field("g", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
                field("I", new ArrowType.Int(16, true)),
                field("n", new ArrowType.Decimal(38, 9, 128)),
                field("big", new ArrowType.Decimal(76, 38, 256)),
                field("s", new ArrowType.Utf8()),
                field("j", new ArrowType.Utf8()),
                field("t", new ArrowType.Time(TimeUnit.MICROSECOND, 64)),
                field("ts", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC")),
                field("iv", new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO))));
    ArrowRecordBatch batch =
        batch(
            schema,
            2,
            root -> {
              ((BitVector) root.getVector("b")).setSafe(0, 1);
              ((VarBinaryVector) root.getVector("raw")).setSafe(0, new byte[] {1, 2});
              ((DateDayVector) root.getVector("d")).setSafe(0, -1);
              ((TimeStampMicroVector) root.getVector("dt")).setSafe(0, 1_000_001L);
              ((Float4Vector) root.getVector("f")).setSafe(0, 0.5f);
              ((Float8Vector) root.getVector("g")).setSafe(0, -0.25);
              ((SmallIntVector) root.getVector("I")).setSafe(0, -7);
              ((DecimalVector) root.getVector("n")).setSafe(0, new BigDecimal("-1.500000000"));
              ((Decimal256Vector) root.getVector("big"))
                  .setSafe(0, new BigDecimal("3.14").setScale(38));
              ((VarCharVector) root.getVector("s")).setSafe(0, bytes("ä€"));
              ((VarCharVector) root.getVector("j")).setSafe(0, bytes("{ \"k\": 1 }"));
              ((TimeMicroVector) root.getVector("t")).setSafe(0, 3_723_000_004L);
              ((TimeStampMicroTZVector) root.getVector("ts")).setSafe(0, -1_000_000L);
              ((IntervalMonthDayNanoVector) root.getVector("iv"))
                  .setSafe(0, 14, 3, 3_600_000_000_000L);
            });

    assertThat(append(request(streamName("types"), schema, batch)).hasAppendResult()).isTrue();

    assertThat(clients.rows("types"))
        .containsExactly(
            "null|null|null|null|null|null|null|null|null|null|null|null|null|null",
            "true|AQI=|1969-12-31|1970-01-01T00:00:01.000001|0.5|-0.25|-7|-1.5|3.14|ä€"
                + "|{\"k\":1}|01:02:03.000004|-1.0|1-2 3 1:0:0");
  }

  private static com.google.cloud.bigquery.Field column(String name, StandardSQLTypeName type) {
    return com.google.cloud.bigquery.Field.of(name, type);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  @Fact({"WA-171", "WA-172"})
  void takesListsAndStructsAndRefusesNullLists() throws InterruptedException {
    clients.createTable(
        "nested",
        com.google.cloud.bigquery.Field.newBuilder("list", StandardSQLTypeName.INT64)
            .setMode(Mode.REPEATED)
            .build(),
        com.google.cloud.bigquery.Field.newBuilder(
                "rec",
                StandardSQLTypeName.STRUCT,
                FieldList.of(column("x", StandardSQLTypeName.STRING)))
            .build());
    Schema schema =
        new Schema(
            List.of(
                field("list", new ArrowType.List(), field("item", new ArrowType.Int(64, true))),
                field("rec", new ArrowType.Struct(), field("x", new ArrowType.Utf8()))));

    assertThat(
            append(request(streamName("nested"), schema, lists(schema, false))).hasAppendResult())
        .isTrue();
    AppendRowsResponse refused = append(request(streamName("nested"), schema, lists(schema, true)));

    assertThat(refused.getRowErrorsList()).extracting(RowError::getIndex).containsExactly(1L);
    assertThat(refused.getRowErrors(0).getMessage())
        .isEqualTo("Field list: a NULL list must be an empty list.");
    assertThat(clients.rows("nested")).containsExactly("[7, 8]|[in]", "[]|null");
  }

  private static ArrowRecordBatch lists(Schema schema, boolean nullList) {
    return batch(
        schema,
        2,
        root -> {
          ListVector list = (ListVector) root.getVector("list");
          UnionListWriter writer = list.getWriter();
          writer.setPosition(0);
          writer.startList();
          writer.bigInt().writeBigInt(7);
          writer.bigInt().writeBigInt(8);
          writer.endList();
          writer.setPosition(1);
          writer.startList();
          writer.endList();
          writer.setValueCount(2);
          if (nullList) {
            list.setNull(1);
          }
          StructVector rec = (StructVector) root.getVector("rec");
          rec.setIndexDefined(0);
          rec.setNull(1);
          ((VarCharVector) rec.getChild("x")).setSafe(0, bytes("in"));
        });
  }

  @Test
  @Fact("WA-174")
  void worksOnEveryKindOfStream() throws InterruptedException {
    createNames("kinds");
    Schema schema = new Schema(List.of(ID, NAME));
    String buffered = Streams.create(clients, "kinds", WriteStream.Type.BUFFERED);
    String pending = Streams.create(clients, "kinds", WriteStream.Type.PENDING);
    for (String stream : List.of(buffered, pending)) {
      AppendRowsResponse stored =
          append(at(0, request(stream, schema, idsAndNames(schema, "a", "b"))));
      assertThat(stored.getAppendResult().getOffset().getValue()).isZero();
    }

    assertThat(flush(clients, buffered, 1)).isEqualTo(1);
    assertThat(clients.writes.finalizeWriteStream(pending).getRowCount()).isEqualTo(2);
    assertThat(
            clients
                .writes
                .batchCommitWriteStreams(
                    BatchCommitWriteStreamsRequest.newBuilder()
                        .setParent(Streams.tableName("kinds"))
                        .addWriteStreams(pending)
                        .build())
                .hasCommitTime())
        .isTrue();
    assertThat(clients.rows("kinds")).containsExactly("0|a|x", "0|a|x", "1|b|x", "1|b|x");
  }

  @Test
  @Fact({"WA-085", "WA-170", "WA-175"})
  void servesTheClientLibrary() throws Exception {
    createNames("library");
    Schema schema = new Schema(List.of(ID, NAME));
    try (StreamWriter writer =
        StreamWriter.newBuilder(streamName("library"), clients.writes)
            .setWriterSchema(serialized(schema))
            .build()) {
      assertThat(writer.append(idsAndNames(schema, "a", "b")).get().hasAppendResult()).isTrue();
      assertThatThrownBy(() -> writer.append(idsAndNames(schema, "c", "too long")).get())
          .cause()
          .isInstanceOfSatisfying(
              AppendSerializationError.class,
              e -> assertThat(e.getRowIndexToErrorMessage()).containsOnlyKeys(1));
    }

    assertThat(clients.rows("library")).containsExactly("0|a|x", "1|b|x");
  }

  @Test
  @Fact({"CDC-002", "WA-173"})
  void takesNoChanges() throws InterruptedException {
    createNames("changes");
    Schema schema = new Schema(List.of(ID, field("_CHANGE_TYPE", new ArrowType.Utf8())));
    AppendRowsResponse refused =
        append(request(streamName("changes"), schema, idsAndNames(schema, "UPSERT")));

    assertThat(refused.getError().getMessage())
        .startsWith("Invalid Arrow schema: _CHANGE_TYPE is supported with proto rows only");
  }

  @Test
  @Fact({"WA-103", "WA-171"})
  void refusesFieldsThatTheTableLacksOrTypesItCannotTake() throws Exception {
    createNames("mismatch");
    Schema extra = new Schema(List.of(ID, field("more", new ArrowType.Utf8())));
    AppendRowsResponse lacking =
        append(request(streamName("mismatch"), extra, idsAndNames(extra, "a")));
    assertThat(Streams.storageCode(lacking.getError()))
        .isEqualTo(StorageErrorCode.SCHEMA_MISMATCH_EXTRA_FIELDS);

    Schema unsigned = new Schema(List.of(field("id", new ArrowType.Int(64, false)), NAME));
    assertThat(
            append(
                    request(
                        streamName("mismatch"),
                        unsigned,
                        idsAndNames(new Schema(List.of(ID, NAME)), "a")))
                .getError()
                .getMessage())
        .startsWith(
            "The Arrow field mismatched with BigQuery field at id, the Arrow field type int,"
                + " BigQuery field type INTEGER");
  }

  @Test
  void refusesABatchThatIsCutOff() throws InterruptedException {
    createNames("cut");
    Schema schema = new Schema(List.of(ID, NAME));
    ByteString whole = idsAndNames(schema, "a", "b").getSerializedRecordBatch();
    ArrowRecordBatch half =
        ArrowRecordBatch.newBuilder()
            .setSerializedRecordBatch(whole.substring(0, whole.size() - 40))
            .build();

    assertThat(append(request(streamName("cut"), schema, half)).getRowErrors(0).getMessage())
        .isEqualTo("The record batch cannot be parsed with the writer schema.");
    assertThat(clients.rows("cut")).isEmpty();
  }
}
