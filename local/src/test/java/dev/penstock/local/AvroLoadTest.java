package dev.penstock.local;

import static dev.penstock.local.AvroBytes.field;
import static dev.penstock.local.AvroBytes.record;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.Clustering;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.FormatOptions;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobInfo.CreateDisposition;
import com.google.cloud.bigquery.JobInfo.SchemaUpdateOption;
import com.google.cloud.bigquery.JobInfo.WriteDisposition;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableDataWriteChannel;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TimePartitioning;
import com.google.cloud.bigquery.WriteChannelConfiguration;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.file.CodecFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Load jobs of Avro files: types, dispositions, schema changes. */
class AvroLoadTest {
  private static final String ID = field("id", "long");
  private static final String NAME = field("name", "[\"null\",\"string\"]");

  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static WriteChannelConfiguration.Builder into(String table) {
    return WriteChannelConfiguration.newBuilder(TableId.of("d", table), FormatOptions.avro())
        .setUseAvroLogicalTypes(true);
  }

  private static Job load(WriteChannelConfiguration.Builder job, byte[] bytes) {
    try {
      TableDataWriteChannel channel = clients.rest.writer(job.build());
      try (channel) {
        channel.write(ByteBuffer.wrap(bytes));
      }
      return clients.awaitEnd(channel.getJob().getJobId());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void loads(WriteChannelConfiguration.Builder job, byte[] bytes) {
    assertThat(load(job, bytes).getStatus().getError()).isNull();
  }

  private static BigQueryError fails(WriteChannelConfiguration.Builder job, byte[] bytes) {
    BigQueryError error = load(job, bytes).getStatus().getError();
    assertThat(error).isNotNull();
    return error;
  }

  private static Schema schema(String table) {
    return clients.rest.getTable(TableId.of("d", table)).getDefinition().getSchema();
  }

  private static String columns(String table) {
    StringBuilder text = new StringBuilder();
    for (Field column : schema(table).getFields()) {
      text.append(column.getName()).append(' ').append(column.getType().getStandardType());
      text.append(' ').append(column.getMode()).append(';');
    }
    return text.toString();
  }

  private static Field column(String name, StandardSQLTypeName type, Field.Mode mode) {
    return Field.newBuilder(name, type).setMode(mode).build();
  }

  private static byte[] file(List<?>... rows) {
    return AvroBytes.file(record(ID, NAME), rows);
  }

  @Test
  @Fact({"LD-001", "LD-002", "LD-003", "LD-005", "LD-006", "LD-014", "RT-086", "RT-097", "RT-098"})
  void theFileMakesTheColumnsOfANewTable() {
    String schema =
        record(
            field("b", "boolean"),
            field("i", "int"),
            field("f", "float"),
            field("s", "[\"null\",\"string\"]"),
            field("raw", "bytes"),
            field("e", "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"]}"),
            field("d", "{\"type\":\"int\",\"logicalType\":\"date\"}"),
            field("t", "{\"type\":\"long\",\"logicalType\":\"time-micros\"}"),
            field("ts", "{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}"),
            field("dt", "{\"type\":\"long\",\"logicalType\":\"local-timestamp-micros\"}"),
            field(
                "n",
                "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":9,\"scale\":2}"),
            field("l", "{\"type\":\"array\",\"items\":\"long\"}"),
            field("m", "{\"type\":\"map\",\"values\":\"long\"}"),
            field("r", "[\"null\"," + record(field("x", "long")).replace("Row", "Inner") + "]"),
            field("nothing", "null"));
    org.apache.avro.Schema parsed = new org.apache.avro.Schema.Parser().parse(schema);
    org.apache.avro.generic.GenericRecord inner =
        new org.apache.avro.generic.GenericData.Record(
            parsed.getField("r").schema().getTypes().get(1));
    inner.put("x", 5L);
    byte[] bytes =
        AvroBytes.file(
            schema,
            Arrays.asList(
                true,
                7,
                0.5f,
                null,
                ByteBuffer.wrap(new byte[] {1, 2}),
                new org.apache.avro.generic.GenericData.EnumSymbol(
                    parsed.getField("e").schema(), "B"),
                1,
                1_000_001L,
                1_500L,
                1_000_000L,
                ByteBuffer.wrap(BigInteger.valueOf(-1234).toByteArray()),
                List.of(1L, 2L),
                Map.of("k", 3L),
                inner,
                null));

    loads(into("types"), bytes);

    assertThat(columns("types"))
        .isEqualTo(
            "b BOOL REQUIRED;i INT64 REQUIRED;f FLOAT64 REQUIRED;s STRING NULLABLE;"
                + "raw BYTES REQUIRED;e STRING REQUIRED;d DATE REQUIRED;t TIME REQUIRED;"
                + "ts TIMESTAMP REQUIRED;dt DATETIME REQUIRED;n NUMERIC REQUIRED;l INT64 REPEATED;"
                + "m STRUCT REPEATED;r STRUCT NULLABLE;");
    assertThat(clients.rows("types"))
        .containsExactly(
            "true|7|0.5|null|AQI=|B|1970-01-02|00:00:01.000001|1.5|1970-01-01T00:00:01|-12.34"
                + "|[1, 2]|[[k, 3]]|[5]");
  }

  @Test
  @Fact("RT-098")
  void withoutTheOptionLogicalTypesAreWhatIsUnderThem() {
    byte[] bytes =
        AvroBytes.file(
            record(field("ts", "{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"}")),
            List.of(1L));

    loads(into("raw").setUseAvroLogicalTypes(false), bytes);

    assertThat(columns("raw")).isEqualTo("ts INT64 REQUIRED;");
  }

  @Test
  @Fact({"LD-006", "RT-099"})
  void decimalsGoIntoTheFirstTypeThatHoldsThem() {
    String wide = "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":50,\"scale\":20}";
    byte[] bytes =
        AvroBytes.file(
            record(field("v", wide)),
            List.of(
                ByteBuffer.wrap(
                    new BigDecimal("1.00000000000000000001").unscaledValue().toByteArray())));

    loads(into("big").setDecimalTargetTypes(List.of("NUMERIC", "BIGNUMERIC")), bytes);
    loads(into("text").setDecimalTargetTypes(List.of("STRING", "NUMERIC")), bytes);

    assertThat(columns("big")).isEqualTo("v BIGNUMERIC REQUIRED;");
    assertThat(columns("text")).isEqualTo("v STRING REQUIRED;");
    assertThat(clients.rows("text")).containsExactly("1.00000000000000000001");
  }

  @Test
  @Fact({"LD-010", "LD-009", "LD-051", "RT-110"})
  void aNamedSchemaDecides() {
    byte[] bytes =
        AvroBytes.file(
            record(ID, field("doc", "string"), field("place", "string"), field("more", "long")),
            List.of(1L, "{\"b\":1, \"a\":[]}", "POINT(1 2)", 9L));
    Schema given =
        Schema.of(
            column("doc", StandardSQLTypeName.JSON, Field.Mode.NULLABLE),
            column("place", StandardSQLTypeName.GEOGRAPHY, Field.Mode.NULLABLE),
            column("id", StandardSQLTypeName.INT64, Field.Mode.REQUIRED),
            column("absent", StandardSQLTypeName.STRING, Field.Mode.NULLABLE));

    loads(into("named").setSchema(given), bytes);

    assertThat(columns("named"))
        .isEqualTo(
            "doc JSON NULLABLE;place GEOGRAPHY NULLABLE;id INT64 REQUIRED;absent STRING NULLABLE;");
    assertThat(clients.rows("named")).containsExactly("{\"a\":[],\"b\":1}|POINT(1 2)|1|null");
    assertThat(
            fails(
                    into("text_time")
                        .setSchema(
                            Schema.of(
                                column("doc", StandardSQLTypeName.DATETIME, Field.Mode.NULLABLE))),
                    bytes)
                .getMessage())
        .isEqualTo(
            "Field doc has incompatible types. Configured schema: datetime; Avro file: string.");
    assertThat(clients.rest.getTable(TableId.of("d", "text_time"))).isNull();
  }

  @Test
  @Fact({"RT-087", "RT-088", "RT-006"})
  void dispositionsSayWhatBecomesOfTheRows() {
    clients.createKeyedTable(
        "disposed",
        List.of("id"),
        column("id", StandardSQLTypeName.INT64, Field.Mode.REQUIRED),
        Field.of("name", StandardSQLTypeName.STRING));
    loads(into("disposed"), file(List.of(1L, "a")));
    loads(into("disposed"), file(List.of(2L, "b")));
    assertThat(clients.rows("disposed")).containsExactly("1|a", "2|b");

    BigQueryError full =
        fails(
            into("disposed").setWriteDisposition(WriteDisposition.WRITE_EMPTY),
            file(List.of(3L, "c")));
    assertThat(full.getReason()).isEqualTo("duplicate");
    assertThat(full.getMessage()).isEqualTo("Already Exists: Table p:d.disposed");

    loads(
        into("disposed").setWriteDisposition(WriteDisposition.valueOf("WRITE_TRUNCATE_DATA")),
        file(List.of(3L, "c")));
    assertThat(clients.rows("disposed")).containsExactly("3|c");
    assertThat(key("disposed")).containsExactly("id");

    loads(
        into("disposed").setWriteDisposition(WriteDisposition.WRITE_TRUNCATE),
        file(List.of(4L, "d")));
    assertThat(clients.rows("disposed")).containsExactly("4|d");
    assertThat(key("disposed")).isEmpty();

    loads(
        into("disposed").setWriteDisposition(WriteDisposition.WRITE_TRUNCATE),
        AvroBytes.file(record(field("other", "string")), List.of("x")));
    assertThat(columns("disposed")).isEqualTo("other STRING REQUIRED;");
    assertThat(clients.rows("disposed")).containsExactly("x");
  }

  private static List<String> key(String table) {
    StandardTableDefinition definition =
        clients.rest.getTable(TableId.of("d", table)).getDefinition();
    return definition.getTableConstraints() == null
        ? List.of()
        : definition.getTableConstraints().getPrimaryKey().getColumns();
  }

  @Test
  @Fact("RT-086")
  void anAbsentTableMayHaveToExist() {
    BigQueryError error =
        fails(
            into("never").setCreateDisposition(CreateDisposition.CREATE_NEVER),
            file(List.of(1L, "a")));

    assertThat(error.getReason()).isEqualTo("notFound");
    assertThat(error.getMessage()).isEqualTo("Not found: Table p:d.never");
  }

  @Test
  @Fact({"RT-091", "RT-111", "RT-054", "LD-046"})
  void newColumnsNeedTheOption() {
    clients.createTable(
        "grows",
        Field.of("id", StandardSQLTypeName.INT64),
        Field.newBuilder("note", StandardSQLTypeName.STRING)
            .setDefaultValueExpression("'default'")
            .build());
    assertThat(fails(into("grows"), file(List.of(1L, "a"))).getMessage())
        .isEqualTo(
            "Provided Schema does not match Table p:d.grows. Cannot add fields (field: name)");

    loads(
        into("grows").setSchemaUpdateOptions(List.of(SchemaUpdateOption.ALLOW_FIELD_ADDITION)),
        file(List.of(1L, "a")));

    assertThat(columns("grows")).isEqualTo("id INT64 null;note STRING null;name STRING NULLABLE;");
    assertThat(clients.rows("grows")).containsExactly("1|default|a");
    assertThat(
            fails(
                    into("grows")
                        .setSchemaUpdateOptions(List.of(SchemaUpdateOption.ALLOW_FIELD_ADDITION)),
                    AvroBytes.file(record(ID, field("must", "long")), List.of(1L, 2L)))
                .getMessage())
        .contains("Cannot add required fields to an existing schema. (field: must)");
    loads(
        into("grows").setIgnoreUnknownValues(true),
        AvroBytes.file(record(ID, field("must", "long")), List.of(2L, 2L)));
    assertThat(clients.rows("grows")).containsExactly("1|default|a", "2|default|null");
  }

  @Test
  @Fact({"RT-108", "RT-109", "LD-049", "LD-050"})
  void requiredColumnsAreRelaxedOnlyByTheOption() {
    clients.createTable(
        "strict",
        column("id", StandardSQLTypeName.INT64, Field.Mode.REQUIRED),
        column("name", StandardSQLTypeName.STRING, Field.Mode.REQUIRED));

    assertThat(fails(into("strict"), file(List.of(1L, "a"))).getMessage())
        .isEqualTo(
            "Provided Schema does not match Table p:d.strict. Field name has changed mode from"
                + " REQUIRED to NULLABLE");
    loads(
        into("strict").setSchemaUpdateOptions(List.of(SchemaUpdateOption.ALLOW_FIELD_RELAXATION)),
        file(Arrays.asList(1L, null)));
    assertThat(columns("strict")).isEqualTo("id INT64 REQUIRED;name STRING NULLABLE;");
    loads(
        into("strict")
            .setSchema(
                Schema.of(
                    column("id", StandardSQLTypeName.INT64, Field.Mode.REQUIRED),
                    column("name", StandardSQLTypeName.STRING, Field.Mode.REQUIRED))),
        file(List.of(2L, "b")));
    assertThat(clients.rows("strict")).containsExactly("1|null", "2|b");
  }

  @Test
  @Fact({"LD-047", "RT-089"})
  void aNullInARequiredColumnFailsTheWholeJob() {
    clients.createTable("whole", column("name", StandardSQLTypeName.STRING, Field.Mode.REQUIRED));
    WriteChannelConfiguration.Builder job =
        into("whole")
            .setSchema(Schema.of(column("name", StandardSQLTypeName.STRING, Field.Mode.REQUIRED)));

    assertThat(fails(job, file(List.of(1L, "a"), Arrays.asList(2L, null))).getMessage())
        .isEqualTo(
            "Error while reading data, error message: Only optional fields can be set to NULL."
                + " Field: name; Value: NULL");
    assertThat(clients.rows("whole")).isEmpty();
  }

  @Test
  @Fact({"LD-012", "LD-053", "LD-052"})
  void readsBlocksOfEveryCodecAndChecksValues() {
    for (CodecFactory codec :
        List.of(
            CodecFactory.deflateCodec(1),
            CodecFactory.snappyCodec(),
            CodecFactory.zstandardCodec(1))) {
      loads(into("codecs"), AvroBytes.file(codec, record(ID, NAME), List.of(1L, codec.toString())));
    }
    assertThat(clients.rows("codecs")).hasSize(3);

    byte[] late =
        AvroBytes.file(
            record(field("ts", "{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"}")),
            List.of(Long.MAX_VALUE));
    assertThat(fails(into("late"), late).getMessage())
        .contains("Timestamp field value is out of range: 9223372036854775807 on field ts.");
    byte[] cut = file(List.of(1L, "a"));
    assertThat(fails(into("cut"), Arrays.copyOf(cut, cut.length - 20)).getMessage())
        .contains("The Apache Avro library failed to read the file");
  }

  @Test
  @Fact({"RT-105", "RT-104", "SQ-022"})
  void aNewTableGetsItsLayoutAndAnOldOneKeepsIt() {
    String day = field("day", "[\"null\",{\"type\":\"int\",\"logicalType\":\"date\"}]");
    byte[] bytes = AvroBytes.file(record(ID, day), List.of(1L, 20_000));
    WriteChannelConfiguration.Builder job =
        into("laid")
            .setTimePartitioning(
                TimePartitioning.newBuilder(TimePartitioning.Type.DAY).setField("day").build())
            .setClustering(Clustering.newBuilder().setFields(List.of("id")).build());

    loads(job, bytes);
    loads(into("laid"), bytes);

    StandardTableDefinition table = clients.rest.getTable(TableId.of("d", "laid")).getDefinition();
    assertThat(table.getTimePartitioning().getField()).isEqualTo("day");
    assertThat(table.getClustering().getFields()).containsExactly("id");
    assertThat(clients.rows("laid")).hasSize(2);
    job.setTimePartitioning(
        TimePartitioning.newBuilder(TimePartitioning.Type.MONTH).setField("day").build());
    assertThat(fails(job, bytes).getMessage())
        .startsWith(
            "Incompatible table partitioning specification. Destination table exists with"
                + " partitioning specification interval(type:day,field:day) clustering(id), but")
        .contains("interval(type:month,field:day) clustering(id)");
  }

  @Test
  @Fact("RT-107")
  void loadedRowsAreNotInTheStreamingBuffer() {
    loads(into("settled"), file(List.of(1L, "a")));

    StandardTableDefinition table =
        clients.rest.getTable(TableId.of("d", "settled")).getDefinition();
    assertThat(table.getStreamingBuffer()).isNull();
    assertThat(table.getNumRows()).isEqualTo(1);
  }
}
