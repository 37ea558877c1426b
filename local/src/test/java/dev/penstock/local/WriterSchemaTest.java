package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.storage.v1.AppendRowsRequest.MissingValueInterpretation;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.Duration;
import com.google.protobuf.Int64Value;
import com.google.protobuf.Timestamp;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Descriptors that users write themselves. */
@Tag("protocol")
class WriterSchemaTest {
  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  /** What writes a row. */
  interface Encoding {
    void to(CodedOutputStream out) throws IOException;
  }

  private static ByteString encoded(Encoding encoding) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    encoding.to(out);
    out.flush();
    return ByteString.copyFrom(bytes.toByteArray());
  }

  private static FieldDescriptorProto.Builder field(
      String name, int number, FieldDescriptorProto.Type type) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setLabel(Label.LABEL_OPTIONAL)
        .setType(type);
  }

  private static void append(String table, DescriptorProto schema, ByteString... rows)
      throws InterruptedException {
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName(table), schema, rows));
      AppendRowsResponse response = connection.response();
      assertThat(response.getError().getMessage()).isEmpty();
      assertThat(response.getRowErrorsList()).isEmpty();
    }
  }

  @Test
  @Fact({"WA-118", "WA-151", "WA-133", "WA-125", "WA-142"})
  void takesEnumsWrappersAndTimestampMessages() throws IOException, InterruptedException {
    clients.createTable(
        "wrapped",
        Field.of("color", StandardSQLTypeName.STRING),
        Field.of("code", StandardSQLTypeName.INT64),
        Field.of("count", StandardSQLTypeName.INT64),
        Field.of("at", StandardSQLTypeName.TIMESTAMP),
        Field.of("length", StandardSQLTypeName.INTERVAL));
    DescriptorProto schema =
        DescriptorProto.newBuilder()
            .setName("Row")
            .addEnumType(
                EnumDescriptorProto.newBuilder()
                    .setName("Color")
                    .addValue(EnumValueDescriptorProto.newBuilder().setName("RED").setNumber(0))
                    .addValue(EnumValueDescriptorProto.newBuilder().setName("BLUE").setNumber(3)))
            .addField(
                field("color", 1, FieldDescriptorProto.Type.TYPE_ENUM).setTypeName("Row.Color"))
            .addField(
                field("code", 2, FieldDescriptorProto.Type.TYPE_ENUM).setTypeName("Row.Color"))
            .addField(
                field("count", 3, FieldDescriptorProto.Type.TYPE_MESSAGE)
                    .setTypeName(".google.protobuf.Int64Value"))
            .addField(
                field("at", 4, FieldDescriptorProto.Type.TYPE_MESSAGE)
                    .setTypeName(".google.protobuf.Timestamp"))
            .addField(
                field("length", 5, FieldDescriptorProto.Type.TYPE_MESSAGE)
                    .setTypeName(".google.protobuf.Duration"))
            .build();

    append(
        "wrapped",
        schema,
        encoded(
            out -> {
              out.writeEnum(1, 3);
              out.writeEnum(2, 3);
              out.writeMessage(3, Int64Value.of(7));
              out.writeMessage(
                  4, Timestamp.newBuilder().setSeconds(1).setNanos(500_000_999).build());
              out.writeMessage(5, Duration.newBuilder().setSeconds(3725).setNanos(500_000).build());
            }),
        encoded(out -> out.writeMessage(3, Int64Value.of(0))));

    assertThat(clients.rows("wrapped"))
        .containsExactly("BLUE|3|7|1.5|0-0 0 1:2:5.000500", "null|null|0|null|null");
  }

  @Test
  @Fact({"WA-150", "WA-111", "WA-114"})
  void takesPackedAndUnpackedArraysAndDropsUnknownTags() throws IOException, InterruptedException {
    clients.createTable(
        "packed",
        Field.newBuilder("v", StandardSQLTypeName.INT64).setMode(Field.Mode.REPEATED).build());
    DescriptorProto schema =
        DescriptorProto.newBuilder()
            .setName("Row")
            .addField(
                field("V", 9, FieldDescriptorProto.Type.TYPE_INT64).setLabel(Label.LABEL_REPEATED))
            .build();

    append(
        "packed",
        schema,
        encoded(
            out -> {
              out.writeInt64(9, 1);
              out.writeString(2, "unknown");
              out.writeInt64(9, 300);
            }),
        encoded(
            out -> {
              out.writeTag(9, 2);
              out.writeUInt32NoTag(3);
              out.writeInt64NoTag(2);
              out.writeInt64NoTag(300);
            }));

    assertThat(clients.rows("packed")).containsExactly("[1, 300]", "[2, 300]");
  }

  @Test
  @Fact({"WA-119", "WA-120"})
  void findsTheColumnByItsAnnotation() throws IOException, InterruptedException {
    clients.createTable("flexible", Field.of("grüße-1", StandardSQLTypeName.STRING));
    FieldOptions options =
        FieldOptions.newBuilder()
            .setUnknownFields(
                UnknownFieldSet.newBuilder()
                    .addField(
                        454_943_157,
                        UnknownFieldSet.Field.newBuilder()
                            .addLengthDelimited(ByteString.copyFromUtf8("grüße-1"))
                            .build())
                    .build())
            .build();
    DescriptorProto schema =
        DescriptorProto.newBuilder()
            .setName("Row")
            .addField(
                field("col_Z3LDvMOfZS0x", 1, FieldDescriptorProto.Type.TYPE_STRING)
                    .setOptions(options))
            .build();

    append("flexible", schema, encoded(out -> out.writeString(1, "x")));

    assertThat(clients.rows("flexible")).containsExactly("x");
  }

  @Test
  @Fact({"WA-155", "WA-156", "WA-157", "WA-158", "WA-110", "WA-098", "WA-159"})
  void fillsMissingValuesAsTheRequestAsks() throws InterruptedException {
    clients.createTable(
        "missing",
        Field.of("id", StandardSQLTypeName.INT64),
        Field.newBuilder("a", StandardSQLTypeName.STRING).setDefaultValueExpression("'A'").build(),
        Field.newBuilder("b", StandardSQLTypeName.NUMERIC).setDefaultValueExpression("1.5").build(),
        Field.newBuilder("c", StandardSQLTypeName.INT64).setDefaultValueExpression("9").build());
    DescriptorProto schema = RawConnection.schema("id:INT64", "a:STRING", "b:STRING");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("missing"), schema, RawConnection.row(1L)));
      connection.send(
          request(null, null, RawConnection.row(2L))
              .putMissingValueInterpretations("A", MissingValueInterpretation.DEFAULT_VALUE));
      connection.send(
          request(null, null, RawConnection.row(3L))
              .setDefaultMissingValueInterpretation(MissingValueInterpretation.DEFAULT_VALUE));
      connection.send(
          request(null, null, RawConnection.row(4L))
              .putMissingValueInterpretations("b", MissingValueInterpretation.NULL_VALUE));
      for (int i = 0; i < 4; i++) {
        assertThat(connection.response().hasAppendResult()).isTrue();
      }
    }

    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(
          request(streamName("missing"), schema, RawConnection.row(5L))
              .putMissingValueInterpretations("a.b", MissingValueInterpretation.DEFAULT_VALUE));
      assertThat(connection.response().getError().getMessage())
          .startsWith("Missing value interpretations are of top-level columns only.");
    }
    assertThat(clients.rows("missing"))
        .containsExactly("1|null|null|9", "2|A|null|9", "3|A|1.5|9", "4|A|null|9");
  }
}
