package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.Identity;
import com.google.cloud.Policy;
import com.google.cloud.Role;
import com.google.cloud.bigquery.Acl;
import com.google.cloud.bigquery.BigQuery.DatasetListOption;
import com.google.cloud.bigquery.BigQuery.TableListOption;
import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.Dataset;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.PolicyTags;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.Table;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Projects and datasets, and how they are listed. */
@Tag("protocol")
class ResourcesTest {
  private static LocalClients clients;
  private static RestJson http;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
    http = new RestJson(clients.local);
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  @Test
  void listsDatasetsByPageAndLabel() throws IOException, InterruptedException {
    for (String id : List.of("list_a", "list_b", "list_c")) {
      Map<String, String> labels =
          id.equals("list_b") ? Map.of("list", "yes") : Map.of("list", "no");
      clients.rest.create(DatasetInfo.newBuilder(id).setLabels(labels).build());
    }

    assertThat(datasets(DatasetListOption.pageSize(1))).contains("list_a", "list_b", "list_c");
    assertThat(datasets(DatasetListOption.labelFilter("labels.list:yes")))
        .containsExactly("list_b");
    assertThat(datasets(DatasetListOption.labelFilter("labels.list"))).hasSize(3);
    assertThat(http.get("datasets?filter=nonsense").at("/error/message").textValue())
        .isEqualTo("Invalid value for filter: nonsense");
  }

  private static List<String> datasets(DatasetListOption option) {
    List<String> ids = new ArrayList<>();
    for (Dataset dataset : clients.rest.listDatasets(option).iterateAll()) {
      ids.add(dataset.getDatasetId().getDataset());
    }
    return ids;
  }

  @Test
  @Fact("RT-017")
  void listsTablesByPage() throws IOException, InterruptedException {
    clients.rest.create(DatasetInfo.of("paged"));
    for (int i = 0; i < 3; i++) {
      clients.rest.create(
          TableInfo.of(
              TableId.of("paged", "t" + i),
              StandardTableDefinition.of(Schema.of(Field.of("n", StandardSQLTypeName.INT64)))));
    }
    List<String> names = new ArrayList<>();
    for (Table table : clients.rest.listTables("paged", TableListOption.pageSize(2)).iterateAll()) {
      names.add(table.getTableId().getTable());
    }
    assertThat(names).containsExactly("t0", "t1", "t2");
    JsonNode page = http.get("datasets/paged/tables?maxResults=2");
    assertThat(page.required("tables")).hasSize(2);
    assertThat(page.required("totalItems").intValue()).isEqualTo(3);
    assertThat(http.get("datasets/paged/tables?pageToken=x").at("/error/message").textValue())
        .isEqualTo("Invalid page token: x");
  }

  @Test
  void listsProjectsThatHaveDatasets() throws IOException, InterruptedException {
    JsonNode projects = http.get("../../projects");
    assertThat(projects.required("projects").get(0).required("id").textValue()).isEqualTo("p");
    assertThat(http.get("serviceAccount").required("email").textValue()).startsWith("bq-p@");
  }

  @Test
  @Fact({"RT-063", "RT-018", "RT-020", "RT-065", "QT-030"})
  void keepsWhatADatasetIsGiven() {
    Acl reader = Acl.of(new Acl.User("a@example.com"), Acl.Role.READER);
    Dataset made =
        clients.rest.create(
            DatasetInfo.newBuilder("kept")
                .setAcl(List.of(reader))
                .setMaxTimeTravelHours(72L)
                .setStorageBillingModel("PHYSICAL")
                .setLabels(Map.of("team", "a"))
                .build());
    assertThat(made.getAcl()).containsExactly(reader);
    assertThat(made.getMaxTimeTravelHours()).isEqualTo(72);
    assertThat(made.getStorageBillingModel()).isEqualTo("PHYSICAL");

    Dataset changed = made.toBuilder().setDescription("x").build().update();
    assertThat(changed.getAcl()).containsExactly(reader);
    assertThat(changed.getLabels()).containsEntry("team", "a");
    assertThat(changed.getEtag()).isNotEqualTo(made.getEtag());
    assertThatThrownBy(
            () ->
                clients.rest.create(
                    DatasetInfo.newBuilder("bad").setMaxTimeTravelHours(1L).build()))
        .isInstanceOf(BigQueryException.class)
        .hasMessageStartingWith("Invalid value for maxTimeTravelHours: 1");
    Dataset plain = clients.rest.create(DatasetInfo.of("plain"));
    assertThat(plain.getAcl()).hasSize(3);
    assertThat(plain.getMaxTimeTravelHours()).isEqualTo(168);
  }

  private static Table createTable(String name, Field... fields) {
    return clients.rest.create(
        TableInfo.of(TableId.of("d", name), StandardTableDefinition.of(Schema.of(fields))));
  }

  @Test
  void keepsThePolicyOfATableAsLongAsTheTable() {
    TableId id = createTable("guarded", Field.of("n", StandardSQLTypeName.INT64)).getTableId();
    Role viewer = Role.of("roles/bigquery.dataViewer");
    Policy empty = clients.rest.getIamPolicy(id);
    assertThat(empty.getBindings()).isEmpty();

    Policy kept =
        clients.rest.setIamPolicy(
            id, empty.toBuilder().addIdentity(viewer, Identity.user("a@example.com")).build());
    assertThat(clients.rest.getIamPolicy(id)).isEqualTo(kept);
    assertThatThrownBy(() -> clients.rest.setIamPolicy(id, empty))
        .isInstanceOf(BigQueryException.class)
        .hasMessageStartingWith("There were concurrent policy changes.");
    assertThat(clients.rest.testIamPermissions(id, List.of("bigquery.tables.get")))
        .containsExactly("bigquery.tables.get");

    clients.rest.delete(id);
    assertThatThrownBy(() -> clients.rest.getIamPolicy(id))
        .hasMessage("Not found: Table p:d.guarded");
    createTable("guarded", Field.of("n", StandardSQLTypeName.INT64));
    assertThat(clients.rest.getIamPolicy(id).getBindings()).isEmpty();
  }

  @Test
  void keepsRowAccessPolicies() throws IOException, InterruptedException {
    createTable("filtered", Field.of("n", StandardSQLTypeName.INT64));
    String all = "datasets/d/tables/filtered/rowAccessPolicies";
    String body =
        "{\"rowAccessPolicyReference\":{\"policyId\":\"own\"},\"filterPredicate\":\"n > 1\","
            + "\"grantees\":[\"user:a@example.com\"]}";

    JsonNode made = http.send("POST", all, body);
    assertThat(made.required("filterPredicate").textValue()).isEqualTo("n > 1");
    assertThat(http.get(all).required("rowAccessPolicies")).containsExactly(made);
    assertThat(http.send("POST", all, body).at("/error/code").intValue()).isEqualTo(409);
    JsonNode changed = http.send("PUT", all + "/own", body.replace("n > 1", "n > 2"));
    assertThat(http.get(all + "/own")).isEqualTo(changed);
    assertThat(changed.required("filterPredicate").textValue()).isEqualTo("n > 2");
    String rename = "ALTER TABLE d.filtered RENAME TO renamed";
    JsonNode done =
        http.send("POST", "queries", "{\"useLegacySql\":false,\"query\":\"" + rename + "\"}");
    assertThat(done.has("error")).isFalse();
    all = all.replace("filtered", "renamed");
    assertThat(http.get(all).at("/rowAccessPolicies/0/rowAccessPolicyReference/tableId").asText())
        .isEqualTo("renamed");
    assertThat(http.get(all + "/own").at("/rowAccessPolicyReference/tableId").asText())
        .isEqualTo("renamed");
    assertThat(http.send("DELETE", all + "/own", "").isMissingNode()).isTrue();
    assertThat(http.get(all + "/own").at("/error/message").textValue())
        .isEqualTo("Not found: Row access policy own on table p:d.renamed");
  }

  @Test
  @Fact("RT-034")
  void keepsPolicyTagsOfColumns() {
    PolicyTags tags =
        PolicyTags.newBuilder()
            .setNames(List.of("projects/p/locations/us/taxonomies/1/policyTags/2"))
            .build();
    Table table =
        createTable(
            "tagged",
            Field.newBuilder("n", StandardSQLTypeName.INT64).setPolicyTags(tags).build(),
            Field.of("m", StandardSQLTypeName.INT64));
    List<Field> fields =
        clients.rest.getTable(table.getTableId()).getDefinition().getSchema().getFields();
    assertThat(fields.get(0).getPolicyTags()).isEqualTo(tags);
    assertThat(fields.get(1).getPolicyTags()).isNull();
  }

  @Test
  void answersTheFieldsThatAreAskedFor() throws IOException, InterruptedException {
    createTable("partial", Field.of("id", StandardSQLTypeName.INT64));
    String table = "datasets/d/tables/partial?fields=";

    assertThat(http.get(table + "tableReference/tableId,schema(fields(name))").toString())
        .isEqualTo(
            "{\"tableReference\":{\"tableId\":\"partial\"},"
                + "\"schema\":{\"fields\":[{\"name\":\"id\"}]}}");
    assertThat(http.get(table + "type,nothing,schema/fields/*").toString())
        .isEqualTo(
            "{\"type\":\"TABLE\",\"schema\":{\"fields\":"
                + "[{\"name\":\"id\",\"type\":\"INTEGER\"}]}}");
    assertThat(http.get("/storage/v1/b?project=p&fields=kind").toString())
        .isEqualTo("{\"kind\":\"storage#buckets\"}");
    assertThat(http.get(table + "schema(fields").at("/error/message").textValue())
        .isEqualTo("Invalid field selection schema(fields");
  }

  @Test
  void tellsNoModeThatItWasNotTold() throws IOException, InterruptedException {
    String table =
        "{\"tableReference\":{\"tableId\":\"modes\"},\"schema\":{\"fields\":["
            + "{\"name\":\"a\",\"type\":\"INTEGER\"},"
            + "{\"name\":\"b\",\"type\":\"INTEGER\",\"mode\":\"NULLABLE\"}]}}";
    JsonNode made = http.send("POST", "datasets/d/tables", table);
    assertThat(made.required("schema").toString())
        .isEqualTo(
            "{\"fields\":[{\"name\":\"a\",\"type\":\"INTEGER\"},"
                + "{\"name\":\"b\",\"type\":\"INTEGER\",\"mode\":\"NULLABLE\"}]}");
    assertThat(http.get("datasets/d/tables/modes?fields=schema").toString())
        .contains("{\"name\":\"a\",\"type\":\"INTEGER\"}");
    JsonNode patched = http.send("PATCH", "datasets/d/tables/modes", "{\"description\":\"x\"}");
    assertThat(patched.required("schema")).isEqualTo(made.required("schema"));
  }

  /** The Node.js clients put {@code BIGQUERY_EMULATOR_HOST} where others have the version too. */
  @Test
  void servesClientsThatTakeItsAddressForTheWholeBeginningOfThePath()
      throws IOException, InterruptedException {
    assertThat(http.get("/projects/p/datasets/d")).isEqualTo(http.get("datasets/d"));
    assertThat(http.send("POST", "/b?project=p", "{\"name\": \"bare\"}").path("id").textValue())
        .isEqualTo("bare");
    assertThat(http.get("/b/bare")).isEqualTo(http.get("/storage/v1/b/bare"));
    assertThat(http.get("/boats").at("/error/message").textValue())
        .isEqualTo("not supported by Penstock local: GET /boats");
  }
}
