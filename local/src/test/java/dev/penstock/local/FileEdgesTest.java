package dev.penstock.local;

import static dev.penstock.local.AvroBytes.field;
import static dev.penstock.local.AvroBytes.record;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.TableId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of load jobs that are rare: other formats, codecs, names, recursive types. */
class FileEdgesTest {
  private static LocalClients clients;
  private static int tables;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private byte[] parquet(String select, String codec) throws SQLException, IOException {
    Path path = directory.resolve("rows.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (" + select + ") TO '" + path + "' (FORMAT parquet, CODEC '" + codec + "')");
    }
    return Files.readAllBytes(path);
  }

  /** Sets the byte that follows a text and some more bytes, wherever these stand. */
  private static byte[] patched(byte[] file, String text, int next, int before, int after) {
    String bytes = new String(file, StandardCharsets.ISO_8859_1);
    String old = text + (char) next + (char) before;
    assertThat(bytes).contains(old);
    return bytes
        .replace(old, text + (char) next + (char) after)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String newTable() {
    tables++;
    return "t" + tables;
  }

  private static BigQueryError error(String table, String options, byte[] file) {
    String job =
        ("{\"configuration\":{\"load\":{%s"
                + "\"destinationTable\":{\"datasetId\":\"d\",\"tableId\":\"%s\"}}}}")
            .formatted(options, table);
    try {
      String answer = new Uploader(clients.local).multipart(job, file, "\r\n", "\r\n").body();
      String id = answer.replaceAll("(?s).*\"jobId\":\"([^\"]+)\".*", "$1");
      return id.equals(answer)
          ? new BigQueryError("", "", answer)
          : clients.awaitEnd(JobId.of("p", id)).getStatus().getError();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String loaded(String options, byte[] file) {
    String table = newTable();
    assertThat(error(table, options, file)).isNull();
    return columns(table) + " " + clients.rows(table);
  }

  private static String refused(String options, byte[] file) {
    return String.valueOf(error(newTable(), options, file).getMessage());
  }

  private static String columns(String table) {
    return clients
        .rest
        .getTable(TableId.of("d", table))
        .getDefinition()
        .getSchema()
        .getFields()
        .stream()
        .map(FileEdgesTest::text)
        .collect(Collectors.joining(", "));
  }

  private static String text(Field column) {
    String type = column.getName() + " " + column.getType().getStandardType();
    return column.getSubFields() == null
        ? type
        : type
            + column.getSubFields().stream()
                .map(FileEdgesTest::text)
                .collect(Collectors.joining(", ", "<", ">"));
  }

  private static String format(String name) {
    return "\"sourceFormat\":\"" + name + "\",";
  }

  @Test
  @Fact("RT-092")
  void withoutAFormatTheFileIsCsv() {
    String schema = "\"schema\":{\"fields\":[{\"name\":\"a\",\"type\":\"INT64\"}]},";

    assertThat(loaded(schema, "7\n8\n".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("a INT64 [7, 8]");
    for (String left : List.of("ORC", "DATASTORE_BACKUP")) {
      assertThat(refused(format(left), new byte[0]))
          .contains("not supported by Penstock local: load jobs of sourceFormat " + left);
    }
  }

  @Test
  @Fact("RT-100")
  void enumsOfParquetAreTextsOnlyWhenTheJobSaysSo() throws SQLException, IOException {
    byte[] enums = patched(parquet("SELECT 'spades' AS suit", "snappy"), "suit", '%', 0, 8);

    assertThat(loaded(format("PARQUET"), enums)).isEqualTo("suit BYTES [c3BhZGVz]");
    assertThat(loaded(format("PARQUET") + "\"parquetOptions\":{\"enumAsString\":true},", enums))
        .isEqualTo("suit STRING [spades]");
    assertThat(refused(format("PARQUET") + "\"parquetOptions\":{\"mapTargetType\":\"X\"},", enums))
        .contains("not supported by Penstock local:", "mapTargetType");
  }

  @ParameterizedTest
  @ValueSource(strings = {"uncompressed", "gzip", "snappy", "zstd", "lz4_raw"})
  @Fact("LD-026")
  void readsParquetOfTheCodec(String codec) throws SQLException, IOException {
    String rows = "SELECT 'x' || i % 3 AS suit FROM range(5000) r(i)";

    assertThat(loaded(format("PARQUET"), parquet(rows, codec))).startsWith("suit STRING [x0, x0,");
  }

  @Test
  @Fact("LD-026")
  void refusesParquetOfLzoByName() throws SQLException, IOException {
    byte[] lzo = patched(parquet("SELECT 'spades' AS suit", "snappy"), "suit", 0x15, 2, 6);

    assertThat(refused(format("PARQUET"), lzo)).contains("codec LZO");
  }

  @Test
  @Fact("LD-028")
  void rowsOfParquetHaveFiftyMegabytes() throws SQLException, IOException {
    assertThat(refused(format("PARQUET"), parquet("SELECT repeat('x', 50000000) AS a", "zstd")))
        .contains("Row size is larger than: 50000000. Row size: 50000002.");
  }

  @Test
  @Fact("QT-016")
  void blocksOfAvroHaveSixteenMebibytes() {
    String schema = record(field("s", "string"));

    assertThat(loads(format("AVRO"), AvroBytes.file(schema, List.of("x".repeat(16_000_000)))))
        .isNull();
    assertThat(refused(format("AVRO"), AvroBytes.file(schema, List.of("x".repeat(16 << 20)))))
        .contains("a block has 16777220 bytes, the limit is 16777216");
  }

  private static BigQueryError loads(String options, byte[] file) {
    return error(newTable(), options, file);
  }

  @Test
  @Fact("LD-027")
  void refusesColumnNamesOfParquetWithDotsAndEqualOnes() throws SQLException, IOException {
    assertThat(refused(format("PARQUET"), parquet("SELECT 1 AS \"a.b\"", "snappy")))
        .contains("Invalid field name \"a.b\"");
    byte[] twins = patched(parquet("SELECT 1 AS twin, 2 AS tv_n", "snappy"), "t", 'v', '_', 'I');
    byte[] equal = patched(twins, "", 't', 'v', 'w');
    assertThat(refused(format("PARQUET"), equal)).contains("duplicate field name \"twIn\"");
  }

  @Test
  @Fact("LD-004")
  void recursiveRecordsOfAvroAreLeftOut() {
    String schema =
        record(
            field("id", "long"),
            field("parent", "[\"null\",\"Row\"]"),
            field("children", "{\"type\":\"array\",\"items\":\"Row\"}"),
            field("inner", record(field("x", "long")).replace("Row", "Named")));
    org.apache.avro.Schema parsed = new org.apache.avro.Schema.Parser().parse(schema);
    org.apache.avro.generic.GenericRecord inner =
        new org.apache.avro.generic.GenericData.Record(parsed.getField("inner").schema());
    inner.put("x", 5L);

    assertThat(
            loaded(
                format("AVRO"), AvroBytes.file(schema, Arrays.asList(1L, null, List.of(), inner))))
        .isEqualTo("id INT64, inner STRUCT<x INT64> [1|[5]]");
    String nested = "{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":\"long\"}}";
    assertThat(
            refused(
                format("AVRO"),
                AvroBytes.file(record(field("l", nested)), List.of(List.of(List.of(1L))))))
        .isEqualTo("Field l is an array of arrays, which is not supported.");
  }

  @Test
  @Fact("LD-007")
  void nanosecondsOfAvroAreTheNumberThatTheyAre() {
    String nanos = "{\"type\":\"long\",\"logicalType\":\"timestamp-nanos\"}";

    assertThat(
            loaded(
                format("AVRO") + "\"useAvroLogicalTypes\":true,",
                AvroBytes.file(record(field("at", nanos)), List.of(1_767_323_045_000_000_001L))))
        .isEqualTo("at INT64 [1767323045000000001]");
  }
}
