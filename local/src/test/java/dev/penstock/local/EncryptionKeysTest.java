package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.CopyJobConfiguration;
import com.google.cloud.bigquery.EncryptionConfiguration;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.Table;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Keys of tables, which are kept and given back and encrypt nothing here. */
@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EncryptionKeysTest {
  private static final String KEY = "projects/p/locations/us/keyRings/r/cryptoKeys/k";
  private static final EncryptionConfiguration ENCRYPTION =
      EncryptionConfiguration.newBuilder().setKmsKeyName(KEY).build();

  private LocalClients clients;

  @BeforeAll
  void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  void stop() {
    clients.close();
  }

  private @Nullable String key(String table) {
    Table found = clients.rest.getTable(TableId.of("d", table));
    EncryptionConfiguration encryption = found.getEncryptionConfiguration();
    return encryption == null ? null : encryption.getKmsKeyName();
  }

  @Test
  void aTableKeepsItsKeyThroughDdlAndChanges() throws InterruptedException {
    Schema schema = Schema.of(Field.of("n", StandardSQLTypeName.INT64));
    clients.rest.create(
        TableInfo.newBuilder(TableId.of("d", "made"), StandardTableDefinition.of(schema))
            .setEncryptionConfiguration(ENCRYPTION)
            .build());
    query("ALTER TABLE d.made ADD COLUMN m INT64");
    query("CREATE TABLE d.said (n INT64) OPTIONS (kms_key_name = '" + KEY + "')");
    query("CREATE TABLE d.plain (n INT64)");

    assertThat(key("made")).isEqualTo(KEY);
    assertThat(key("said")).isEqualTo(KEY);
    assertThat(key("plain")).isNull();
    query("ALTER TABLE d.said SET OPTIONS (kms_key_name = NULL)");
    assertThat(key("said")).isNull();
  }

  @Test
  void jobsGiveTheirKeyToTheTablesThatTheyCreate() throws InterruptedException {
    Job query =
        clients.rest.create(
            JobInfo.of(
                QueryJobConfiguration.newBuilder("SELECT 1 AS n")
                    .setDestinationTable(TableId.of("d", "result"))
                    .setDestinationEncryptionConfiguration(ENCRYPTION)
                    .build()));
    clients.awaitEnd(query.getJobId());
    Job copy =
        clients.rest.create(
            JobInfo.of(
                CopyJobConfiguration.newBuilder(TableId.of("d", "copy"), TableId.of("d", "result"))
                    .setDestinationEncryptionConfiguration(ENCRYPTION)
                    .build()));
    clients.awaitEnd(copy.getJobId());

    assertThat(key("result")).isEqualTo(KEY);
    assertThat(key("copy")).isEqualTo(KEY);
    QueryJobConfiguration kept = clients.rest.getJob(query.getJobId()).getConfiguration();
    assertThat(kept.getDestinationEncryptionConfiguration()).isEqualTo(ENCRYPTION);
  }

  private void query(String sql) throws InterruptedException {
    clients.rest.query(QueryJobConfiguration.of(sql));
  }
}
