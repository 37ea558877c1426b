package dev.penstock.local;

import static dev.penstock.local.AvroBytes.field;
import static dev.penstock.local.AvroBytes.record;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.CsvOptions;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.FormatOptions;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.JobInfo.WriteDisposition;
import com.google.cloud.bigquery.JobStatistics.LoadStatistics;
import com.google.cloud.bigquery.LoadJobConfiguration;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.BucketInfo;
import com.google.cloud.storage.Storage;
import dev.penstock.local.FaultScript.Fault;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.file.CodecFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Load jobs of objects of Cloud Storage. */
@Tag("protocol")
class ObjectLoadTest {
  private static final Schema PEOPLE =
      Schema.of(
          Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Field.Mode.REQUIRED).build(),
          Field.of("name", StandardSQLTypeName.STRING));
  private static final String AVRO =
      record(field("id", "long"), field("name", "[\"null\",\"string\"]"));

  private static LocalClients clients;
  private static Storage storage;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
    storage = LocalClients.storage(clients.local);
    storage.create(BucketInfo.of("stage"));
  }

  @AfterEach
  void clear() {
    clients.local.faults().clear();
  }

  @AfterAll
  static void stop() throws Exception {
    storage.close();
    clients.close();
  }

  private static void put(String name, byte[] bytes) {
    storage.create(BlobInfo.newBuilder("stage", name).build(), bytes);
  }

  private static void put(String name, String... lines) {
    put(name, (String.join("\n", lines) + "\n").getBytes(UTF_8));
  }

  private static LoadJobConfiguration.Builder into(
      String table, FormatOptions format, String... names) {
    List<String> uris = Arrays.stream(names).map(name -> "gs://stage/" + name).toList();
    return LoadJobConfiguration.newBuilder(TableId.of("d", table), uris, format);
  }

  private static Job load(LoadJobConfiguration.Builder job) {
    return clients.awaitEnd(clients.rest.create(JobInfo.of(job.build())).getJobId());
  }

  private static LoadStatistics loads(LoadJobConfiguration.Builder job) {
    Job ended = load(job);
    assertThat(ended.getStatus().getError()).isNull();
    return ended.getStatistics();
  }

  private static BigQueryError fails(LoadJobConfiguration.Builder job) {
    BigQueryError error = load(job).getStatus().getError();
    assertThat(error).isNotNull();
    return error;
  }

  @Test
  @Fact({"RT-093", "RT-106", "LD-012", "LD-013"})
  void avroOfAnyCodecBecomesRowsByAWildcard() {
    byte[] zstd = AvroBytes.file(CodecFactory.zstandardCodec(3), AVRO, List.of(1L, "one"));
    byte[] snappy = AvroBytes.file(CodecFactory.snappyCodec(), AVRO, List.of(2L, "two"));
    byte[] deflate = AvroBytes.file(CodecFactory.deflateCodec(6), AVRO, List.of(3L, "three"));
    put("wild/job/0-a.avro", zstd);
    put("wild/job/1-b.avro", snappy);
    put("wild/other/2-c.avro", deflate);
    put("wild/job/3-d.txt", "no avro");

    LoadStatistics statistics = loads(into("wild", FormatOptions.avro(), "wild/*.avro"));

    assertThat(clients.rows("wild")).containsExactly("1|one", "2|two", "3|three");
    assertThat(statistics.getInputFiles()).isEqualTo(3);
    assertThat(statistics.getInputBytes()).isEqualTo(zstd.length + snappy.length + deflate.length);
    assertThat(statistics.getOutputRows()).isEqualTo(3);
  }

  @Test
  @Fact({"RT-093", "RT-094"})
  void anObjectThatIsNotThereIsNotFound() {
    put("there.json", "{\"id\":1}");

    BigQueryError exact =
        fails(into("none", FormatOptions.json(), "there.json", "gone.json").setSchema(PEOPLE));
    BigQueryError wild = fails(into("none", FormatOptions.json(), "gone*").setSchema(PEOPLE));

    assertThat(exact.getReason()).isEqualTo("notFound");
    assertThat(exact.getMessage()).isEqualTo("Not found: URI gs://stage/gone.json");
    assertThat(wild.getMessage()).isEqualTo("Not found: URI gs://stage/gone*");
    assertThat(clients.rest.getTable(TableId.of("d", "none"))).isNull();
  }

  @Test
  @Fact({"RT-093", "QT-015"})
  void refusesUrisThatNameNoObjects() {
    assertThatThrownBy(() -> load(into("bad", FormatOptions.csv(), "a*b*c")))
        .hasMessageContaining("one wildcard");
    assertThatThrownBy(
            () ->
                load(
                    LoadJobConfiguration.newBuilder(
                        TableId.of("d", "bad"), "s3://x/y", FormatOptions.csv())))
        .hasMessageContaining("must be a Google Cloud Storage location: s3://x/y");
    String[] many = IntStream.rangeClosed(0, 10_000).mapToObj(i -> "o" + i).toArray(String[]::new);
    assertThatThrownBy(() -> load(into("bad", FormatOptions.csv(), many)))
        .hasMessageContaining("Too many source URIs: 10001");
  }

  @Test
  @Fact({"RT-095", "RT-112", "RT-089"})
  void everyBadRecordNamesItsObject() {
    put("bad/1.json", "{\"id\":1}", "{\"id\":\"x\"}");
    put("bad/2.json", "{\"id\":2}", "{}", "{\"id\":3}");

    Job failed = load(into("bad", FormatOptions.json(), "bad/*").setSchema(PEOPLE));
    Job tolerant =
        load(into("bad", FormatOptions.json(), "bad/*").setSchema(PEOPLE).setMaxBadRecords(2));

    assertThat(failed.getStatus().getError().getMessage())
        .startsWith("Error while reading data, error message: JSON table encountered too many")
        .endsWith("File: gs://stage/bad/1.json");
    assertThat(tolerant.getStatus().getError()).isNull();
    assertThat(tolerant.getStatus().getExecutionErrors())
        .extracting(BigQueryError::getLocation)
        .containsExactly("gs://stage/bad/1.json", "gs://stage/bad/2.json");
    assertThat(tolerant.getStatus().getExecutionErrors().get(1).getMessage())
        .isEqualTo(
            "Error while reading data, error message: JSON parsing error in row starting at"
                + " position 9: Missing required field: id. File: gs://stage/bad/2.json");
    assertThat(clients.rows("bad")).containsExactly("1|null", "2|null", "3|null");
  }

  @Test
  @Fact({"RT-089", "RT-115"})
  void aFileOfAnotherFormatFailsAllOfThem() {
    put("mixed/1.avro", AvroBytes.file(AVRO, List.of(1L, "one")));
    put("mixed/2.avro", "{\"id\":2}");

    BigQueryError error = fails(into("mixed", FormatOptions.avro(), "mixed/*.avro"));

    assertThat(error.getMessage())
        .contains("The Apache Avro library failed to read the file")
        .endsWith("File: gs://stage/mixed/2.avro");
    assertThat(clients.rest.getTable(TableId.of("d", "mixed"))).isNull();
  }

  @Test
  @Fact({"RT-088", "RT-107", "RT-102"})
  void dispositionsCountForObjectsToo() {
    put("csv/1.csv", "id,name", "1,a");
    put("csv/2.csv", "id,name", "2,b");
    FormatOptions csv = CsvOptions.newBuilder().setSkipLeadingRows(1).build();

    loads(into("csv", csv, "csv/1.csv").setSchema(PEOPLE));
    loads(into("csv", csv, "csv/2.csv").setSchema(PEOPLE));
    assertThat(clients.rows("csv")).containsExactly("1|a", "2|b");
    loads(
        into("csv", csv, "csv/2.csv")
            .setSchema(PEOPLE)
            .setWriteDisposition(WriteDisposition.WRITE_TRUNCATE));
    assertThat(clients.rows("csv")).containsExactly("2|b");
    BigQueryError full =
        fails(
            into("csv", csv, "csv/1.csv")
                .setSchema(PEOPLE)
                .setWriteDisposition(WriteDisposition.WRITE_EMPTY));
    assertThat(full.getReason()).isEqualTo("duplicate");
  }

  @Test
  @Fact({"RT-108", "RT-110"})
  void aRequiredColumnOfTheJobLeavesANullableOneOfTheTable() {
    put("req.avro", AvroBytes.file(AVRO, List.of(1L, "one")));
    clients.createTable(
        "req",
        Field.of("id", StandardSQLTypeName.INT64),
        Field.of("name", StandardSQLTypeName.STRING));

    loads(into("req", FormatOptions.avro(), "req.avro").setSchema(PEOPLE));

    Field id =
        clients
            .rest
            .getTable(TableId.of("d", "req"))
            .getDefinition()
            .getSchema()
            .getFields()
            .get(0);
    assertThat(id.getMode()).isIn(null, Field.Mode.NULLABLE);
    assertThat(clients.rows("req")).containsExactly("1|one");
  }

  @Test
  void stagingMayFailAsAScriptSays() {
    clients
        .local
        .faults()
        .add("storage.objects.insert", null, 1, 1, new Fault.Fail("503", "later"));

    assertThatThrownBy(() -> put("again", "x")).hasMessageContaining("later");
    put("again", "x");

    assertThat(storage.get("stage", "again").getSize()).isEqualTo(2);
  }
}
