package dev.penstock.kafka.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.IngestException;
import dev.penstock.kafka.config.Choices.RowPolicy;
import dev.penstock.kafka.config.Choices.SequenceMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SinkConfigTest {
  private static Map<String, String> config(String... pairs) {
    Map<String, String> config = new HashMap<>();
    config.put("name", "orders");
    config.put("connector.class", "dev.penstock.kafka.BigQuerySinkConnector");
    config.put("topics", "orders");
    config.put("project", "p");
    config.put("defaultDataset", "d");
    config.put("restEndpoint", "http://127.0.0.1:1");
    config.put("grpcEndpoint", "127.0.0.1:2");
    for (int i = 0; i < pairs.length; i += 2) {
      config.put(pairs[i], pairs[i + 1]);
    }
    return config;
  }

  private static Map<String, String> without(Map<String, String> config, String... keys) {
    for (String key : keys) {
      config.remove(key);
    }
    return config;
  }

  private static List<String> errors(Map<String, String> config, String key) {
    return SinkConfig.of(config).result().configValues().stream()
        .filter(value -> value.name().equals(key))
        .findFirst()
        .map(ConfigValue::errorMessages)
        .orElse(List.of());
  }

  private static void assertNoErrors(Map<String, String> config) {
    assertThat(SinkConfig.of(config).result().configValues())
        .allSatisfy(value -> assertThat(value.errorMessages()).as(value.name()).isEmpty());
  }

  /** The configuration of the published feature proposal, with project, endpoint added. */
  private static Map<String, String> published() {
    Map<String, String> config = new HashMap<>();
    config.put("name", "cdc");
    config.put("connector.class", "com.wepay.kafka.connect.bigquery.BigQuerySinkConnector");
    config.put("tasks.max", "3");
    config.put("topics", "cdc_postgres_public_customers");
    config.put("datasets", ".*=my_bigquery_dataset");
    config.put("autoCreateTables", "true");
    config.put("sanitizeFieldNames", "true");
    config.put("useStorageWriteApi", "true");
    config.put("cdcEnabled", "true");
    config.put("cdcChangeSequenceNumberField", "version1");
    config.put("tableMaxStaleness", "15");
    config.put("mediateConcurrentSchemaUpdates", "true");
    config.put("transforms", "unwrap");
    config.put("transforms.unwrap.type", "io.debezium.transforms.ExtractNewRecordState");
    config.put("transforms.unwrap.delete.handling.mode", "rewrite");
    config.put("transforms.unwrap.drop.tombstones", "false");
    config.put("project", "p");
    config.put("restEndpoint", "http://127.0.0.1:1");
    config.put("grpcEndpoint", "127.0.0.1:2");
    return config;
  }

  @Test
  void takesThePublishedConfiguration() {
    assertNoErrors(published());
    SinkOptions options = SinkConfig.of(published()).options();
    assertThat(options.changes().enabled()).isTrue();
    assertThat(options.changes().rewriteTopics()).isTrue();
    assertThat(options.changes().sequence().mode()).isEqualTo(SequenceMode.FIELD_OFFSET);
    assertThat(options.changes().sequence().layout("t").label()).isEqualTo("field-offset-2-v1");
    assertThat(options.tables().maxStaleness()).hasSeconds(15);
    assertThat(options.routing().destinationOf("cdc_postgres_public_customers"))
        .hasToString("p.my_bigquery_dataset.cdc_postgres_public_customers");
  }

  @Test
  void takesTheConfigurationOfTheGuide(@TempDir Path directory) throws IOException {
    Path key = Files.writeString(directory.resolve("key.json"), "{}");
    String guide = Files.readString(Path.of("../docs/guide/kafka-cdc.md"));
    String json = guide.substring(guide.indexOf("{\n  \"name\": \"bigquery-cdc\""));
    Map<String, String> config = new HashMap<>();
    Matcher entry = Pattern.compile("    \"([^\"]+)\": \"([^\"]*)\"").matcher(json);
    for (int end = json.indexOf("```"); entry.find() && entry.end() < end; ) {
      config.put(entry.group(1), entry.group(2).replace("\\\\", "\\"));
    }
    assertThat(config).hasSize(19).containsEntry("topics.regex", "shop\\.public\\..*");
    config.put("keyfile", key.toString());

    assertNoErrors(config);
    assertThat(SinkConfig.of(config).warnings()).isEmpty();
  }

  @Test
  void warnsOfWhatIsDoubtfulInThePublishedConfiguration() {
    assertThat(SinkConfig.of(published()).warnings())
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .startsWith("cdcChangeSequenceNumberField: version1 looks like a column")
                    .contains("REPLICA IDENTITY FULL"))
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .startsWith(
                        "transforms.unwrap.delete.handling.mode and"
                            + " transforms.unwrap.drop.tombstones: removed in Debezium 3")
                    .contains(
                        "transforms.unwrap.delete.tombstone.handling.mode=rewrite-with-tombstone"))
        .anySatisfy(
            warning -> assertThat(warning).startsWith("tableMaxStaleness: 15 seconds is less"));
  }

  @Test
  void refusesANearMissOfAKeyAtTheKeyThatWasMeant() {
    assertThat(errors(config("autoCreateTable", "true"), "autoCreateTables"))
        .containsExactly(
            "autoCreateTable: is no key of this connector (expected: autoCreateTables?). Correct"
                + " the name or remove it.");
    assertThat(errors(config("cdcenabled", "true"), "cdcEnabled")).hasSize(1);
  }

  @Test
  void leavesKeysOfTheFrameworkAndFarKeysAlone() {
    assertNoErrors(
        config(
            "tasks.max", "1",
            "key.converter", "x",
            "errors.tolerance", "all",
            "transforms", "",
            "consumer.override.max.poll.records", "5",
            "somethingElse", "x"));
  }

  @Test
  void namesTheSuccessorOfRemovedKeys() {
    assertThat(errors(config("topicsToTables", ".*=t"), "topic2TableMap"))
        .containsExactly("topicsToTables: is a key of kcbq 1; use topic2TableMap instead.");
    assertThat(SinkConfig.of(config("autoUpdateSchemas", "true")).warnings())
        .containsExactly(
            "autoUpdateSchemas: is a key of kcbq 1 and has no effect; see allowNewBigQueryFields.");
  }

  @Test
  void asksForTheProject() {
    assertThat(errors(without(config(), "project"), "project"))
        .containsExactly(
            "project: missing (expected: the id of the Google Cloud project of the tables). Add"
                + " \"project\": \"...\" to the configuration.");
  }

  @Test
  void asksForADataset() {
    assertThat(errors(without(config(), "defaultDataset"), "defaultDataset"))
        .containsExactly(
            "defaultDataset: missing (expected: the dataset of the tables). Set it, or datasets as"
                + " pattern=dataset.");
    assertThat(errors(without(config("datasets", "other.*=d"), "defaultDataset"), "datasets"))
        .containsExactly(
            "datasets: no pattern matches topic orders (expected: one for each topic). Add one, or"
                + " set defaultDataset.");
  }

  @Test
  void takesTheFirstDatasetThatMatches() {
    SinkOptions options =
        SinkConfig.of(without(config("datasets", "or.*=one,.*=two"), "defaultDataset")).options();
    assertThat(options.routing().destinationOf("orders").dataset()).isEqualTo("one");
    assertThat(options.routing().destinationOf("x").dataset()).isEqualTo("two");
  }

  @Test
  void routesTopicsThatNameTheirDataset() {
    RoutingOptions routing = SinkConfig.of(config("sanitizeTopics", "true")).options().routing();
    assertThat(routing.destinationOf("ds:a.b")).hasToString("p.ds.a_b");
    assertThat(routing.destinationOf("a-b.c")).hasToString("p.d.a_b_c");
  }

  @Test
  void refusesTopicsThatAreNoTableNames() {
    assertThat(errors(config("topics", "a.b"), "topics"))
        .containsExactly(
            "topics: a.b gives table 'a.b' (expected: letters, numbers, _ - and spaces). Set"
                + " sanitizeTopics=true or name the table in topic2TableMap.");
  }

  @Test
  void refusesTopicsOfAPatternThatAreNoTableNames() {
    RoutingOptions routing =
        SinkConfig.of(without(config("topics.regex", "shop.*"), "topics")).options().routing();
    assertThatThrownBy(() -> routing.destinationOf("shop.public.orders"))
        .isInstanceOf(IngestException.class)
        .hasMessageStartingWith("topics: shop.public.orders gives table 'shop.public.orders'");
  }

  @ParameterizedTest
  @CsvSource({
    "maxInFlightBytes, 5, 'maxInFlightBytes: 5 (expected: 1048576.. bytes)'",
    "appendRequestMaxBytes, 20000001,"
        + " 'appendRequestMaxBytes: 20000001 (expected: 100000..20000000 bytes)'",
    "cdcTombstones, KEEP, 'cdcTombstones: KEEP (expected: DELETE, IGNORE)'",
    "tableMaxStaleness, 86401, 'tableMaxStaleness: 86401 (expected: -1..86400 seconds)'",
    "tableMaxStaleness, 10m,"
        + " 'tableMaxStaleness: 10m (expected: a whole number, -1..86400 seconds)'",
    "topic2TableMap, orders, 'topic2TableMap: orders (expected: topic:table,topic:table)'",
    "grpcEndpoint, http://h:1, 'grpcEndpoint: http://h:1 (expected: host:port without a scheme)'",
    "enableBatchMode, true, 'enableBatchMode: true (expected: absent). Not supported; remove it:"
        + " rows are visible as soon as they are acknowledged'",
  })
  void namesTheValueAndTheRule(String key, String value, String message) {
    assertThat(errors(config(key, value, "cdcEnabled", "true"), key)).contains(message);
  }

  @Test
  void wantsBothEndpointsAndNoKey() {
    assertThat(errors(without(config(), "grpcEndpoint"), "grpcEndpoint"))
        .containsExactly(
            "grpcEndpoint: missing (expected: set together with restEndpoint). An emulator needs"
                + " both.");
    assertThat(errors(config("keyfile", "/k.json"), "keyfile")).hasSize(1);
  }

  @Test
  void refusesAKeyFileThatCannotBeReadWithoutNamingItsPath() {
    Map<String, String> config =
        without(config("keyfile", "/etc/keys/absent.json"), "restEndpoint", "grpcEndpoint");

    assertThat(errors(config, "keyfile"))
        .containsExactly(
            "keyfile: no file that can be read (expected: with keySource=FILE the path of a"
                + " credentials file on every worker). Correct the path or the permissions, or set"
                + " keySource=JSON if keyfile holds the text.");
  }

  @Test
  void takesAKeyFileThatCanBeRead(@TempDir Path directory) throws IOException {
    Path key = Files.writeString(directory.resolve("key.json"), "{}");

    assertNoErrors(without(config("keyfile", key.toString()), "restEndpoint", "grpcEndpoint"));
  }

  @Test
  void neverShowsAKey() {
    Map<String, String> config =
        without(config("keyfile", "{s3cret", "keySource", "JSON"), "restEndpoint", "grpcEndpoint");
    assertThat(SinkConfig.of(config).options().toString()).doesNotContain("s3cret");
    assertThat(SinkConfig.of(config).result().toString()).doesNotContain("s3cret");
  }

  @Test
  void switchesChangesOnByTheStorageWriteApiWithUpserts() {
    assertThat(
            SinkConfig.of(config("useStorageWriteApi", "true", "upsertEnabled", "true"))
                .options()
                .changes()
                .enabled())
        .isTrue();
    assertThat(errors(config("upsertEnabled", "true"), "upsertEnabled")).hasSize(1);
  }

  @Test
  void dropsDeletesWhenTheyAreSwitchedOff() {
    ChangeOptions changes =
        SinkConfig.of(
                config("cdcEnabled", "true", "upsertEnabled", "true", "deleteEnabled", "false"))
            .options()
            .changes();
    assertThat(changes.enabled()).isTrue();
    assertThat(changes.applyDeletes()).isFalse();
  }

  @Test
  void refusesKeysOfChangesWithoutChanges() {
    assertThat(errors(config("tableMaxStaleness", "600"), "tableMaxStaleness"))
        .containsExactly(
            "tableMaxStaleness: set (expected: absent unless cdcEnabled=true). Set"
                + " cdcEnabled=true.");
  }

  @Test
  void refusesTwoTopicsForOneTableOrderedByOffset() {
    Map<String, String> shared =
        config("topics", "a,b", "topic2TableMap", "a:t,b:t", "cdcEnabled", "true");
    assertThat(errors(shared, "topics"))
        .singleElement()
        .asString()
        .startsWith("topics: a and b both go to p.d.t (expected: one topic a table");
    shared.put("cdcChangeSequenceNumberField", "__lsn");
    assertNoErrors(shared);
  }

  @Test
  void refusesMoreThanFourSections() {
    assertThat(
            errors(
                config(
                    "cdcEnabled", "true",
                    "cdcSequenceEpoch", "1",
                    "cdcChangeSequenceNumberField", "__file:binlog-file,__pos,__row"),
                "cdcChangeSequenceNumberField"))
        .containsExactly(
            "cdcChangeSequenceNumberField: 5 sections with epoch and offset (expected: at most 4)."
                + " Name fewer fields, or drop cdcSequenceEpoch.");
  }

  @Test
  void refusesUnknownSequenceFormats() {
    assertThat(
            errors(
                config("cdcEnabled", "true", "cdcChangeSequenceNumberField", "__lsn:lsn"),
                "cdcChangeSequenceNumberField"))
        .containsExactly(
            "cdcChangeSequenceNumberField: format 'lsn' (expected: one of decimal, hex, pg-lsn,"
                + " mssql-lsn, binlog-file, iso-timestamp, signed)");
  }

  @Test
  void refusesSeventeenKeyColumns() {
    assertThat(
            errors(
                config(
                    "cdcEnabled", "true",
                    "cdcPrimaryKeyFields", "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q"),
                "cdcPrimaryKeyFields"))
        .containsExactly(
            "cdcPrimaryKeyFields: 17 columns (expected: at most 16, the service's limit). Name"
                + " fewer.");
  }

  @Test
  void readsKeysPerTable() {
    ChangeOptions changes =
        SinkConfig.of(config("cdcEnabled", "true", "cdcPrimaryKeyFields", "id,t:a|b"))
            .options()
            .changes();
    assertThat(changes.primaryKeyOf("t")).containsExactly("a", "b");
    assertThat(changes.primaryKeyOf("other")).containsExactly("id");
  }

  @Test
  void joinsAllErrorsWhenATaskStarts() {
    Map<String, String> config = without(config("cdcTombstones", "KEEP"), "project");
    assertThatThrownBy(() -> SinkConfig.of(config).options())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("project: missing")
        .hasMessageContaining("cdcTombstones: KEEP");
  }

  @Test
  void hasTheDefaultsOfTheReferencePage() {
    SinkOptions options = SinkConfig.of(config()).options();
    assertThat(options.connector()).isEqualTo("orders");
    assertThat(options.rowPolicy()).isEqualTo(RowPolicy.DLQ);
    assertThat(options.writing().maxInFlightBytes()).isEqualTo(67_108_864);
    assertThat(options.writing().maxRequestBytes()).isEqualTo(20_000_000);
    assertThat(options.writing().traceId()).isEqualTo("penstock-kafka:orders-0");
    assertThat(options.tables().create()).isTrue();
    assertThat(options.tables().addColumns()).isFalse();
    assertThat(options.changes().enabled()).isFalse();
  }
}
