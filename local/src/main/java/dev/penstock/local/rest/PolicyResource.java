package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.service.AccessPolicies;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** IAM policies of tables, and row access policies: kept, given back, not enforced. Thread-safe. */
final class PolicyResource {
  private static final String TABLE = "projects/{project}/datasets/{dataset}/tables/{table}";
  private static final String ALL = TABLE + "/rowAccessPolicies";
  private static final String ONE = ALL + "/{policy}";

  private final Catalog catalog;
  private final AccessPolicies policies;
  private final InstantSource clock;

  PolicyResource(Catalog catalog, AccessPolicies policies, InstantSource clock) {
    this.catalog = catalog;
    this.policies = policies;
    this.clock = clock;
  }

  List<Route> routes() {
    return List.of(
        new Route("tables.getIamPolicy", "POST", TABLE + ":getIamPolicy", this::policy),
        new Route("tables.setIamPolicy", "POST", TABLE + ":setIamPolicy", this::setPolicy),
        new Route("tables.testIamPermissions", "POST", TABLE + ":testIamPermissions", this::test),
        new Route("rowAccessPolicies.list", "GET", ALL, this::list),
        new Route("rowAccessPolicies.get", "GET", ONE, request -> load(request, table(request))),
        new Route("rowAccessPolicies.insert", "POST", ALL, this::insert),
        new Route("rowAccessPolicies.update", "PUT", ONE, this::update),
        new Route("rowAccessPolicies.delete", "DELETE", ONE, this::delete));
  }

  private TableMetadata table(Request request) {
    return catalog
        .findTable(request.table())
        .orElseThrow(
            () -> ServiceException.notFound("Not found: Table " + request.table().legacy()));
  }

  private ObjectNode policy(Request request) {
    return policies
        .find(table(request))
        .orElseGet(() -> Json.object().put("version", 1).put("etag", "ACAB"));
  }

  private ObjectNode setPolicy(Request request) {
    if (!(request.body().get("policy") instanceof ObjectNode policy)) {
      throw new ServiceException(400, "required", "Required parameter is missing: policy");
    }
    String etag = Json.text(policy, "etag");
    if (etag != null && !etag.equals(Json.text(policy(request), "etag"))) {
      throw new ServiceException(
          409,
          "aborted",
          "There were concurrent policy changes. Please retry the whole read-modify-write with"
              + " exponential backoff.");
    }
    ObjectNode stored = policy.deepCopy().put("etag", newEtag());
    policies.put(table(request), stored);
    return stored;
  }

  private static String newEtag() {
    return Base64.getEncoder()
        .encodeToString(
            UUID.randomUUID().toString().substring(0, 8).getBytes(StandardCharsets.UTF_8));
  }

  /** Everybody may do everything here. */
  private ObjectNode test(Request request) {
    TableMetadata unused = table(request);
    ObjectNode out = Json.object();
    out.set("permissions", request.body().path("permissions").deepCopy());
    return out;
  }

  private ObjectNode list(Request request) {
    TableMetadata table = table(request);
    Page<ObjectNode> page = Page.of(policies.listOfRows(table), request, 1000);
    ObjectNode out = Json.object();
    ArrayNode array = out.putArray("rowAccessPolicies");
    page.items().forEach(policy -> array.add(of(table, policy)));
    Json.putText(out, "nextPageToken", page.nextToken());
    return out;
  }

  private ObjectNode load(Request request, TableMetadata table) {
    String id = request.variable("policy");
    return policies
        .findOfRows(table, id)
        .map(policy -> of(table, policy))
        .orElseThrow(() -> notFound(table, id));
  }

  /** A policy under the name that its table has now. */
  private static ObjectNode of(TableMetadata table, ObjectNode policy) {
    String id = policy.at("/rowAccessPolicyReference/policyId").asText();
    policy.set("rowAccessPolicyReference", Json.reference(table.id()).put("policyId", id));
    return policy;
  }

  private static ServiceException notFound(TableMetadata table, String id) {
    return ServiceException.notFound(
        "Not found: Row access policy " + id + " on table " + table.id().legacy());
  }

  private ObjectNode insert(Request request) {
    TableMetadata table = table(request);
    String id = Json.required(request.body().path("rowAccessPolicyReference"), "policyId");
    if (policies.findOfRows(table, id).isPresent()) {
      throw ServiceException.duplicate(
          "Already Exists: Row access policy " + id + " on table " + table.id().legacy());
    }
    return store(table, id, request.body(), null);
  }

  private ObjectNode update(Request request) {
    TableMetadata table = table(request);
    ObjectNode before = load(request, table);
    request.checkEtag(before.required("etag").asText());
    return store(table, request.variable("policy"), request.body(), before);
  }

  private ObjectNode store(
      TableMetadata table, String id, ObjectNode body, @Nullable ObjectNode before) {
    ObjectNode policy = Json.object();
    policy.set("rowAccessPolicyReference", Json.reference(table.id()).put("policyId", id));
    policy.put("filterPredicate", Json.required(body, "filterPredicate"));
    JsonNode grantees = body.get("grantees");
    if (grantees != null && grantees.isArray()) {
      policy.set("grantees", grantees);
    }
    String now = clock.instant().toString();
    policy.put("creationTime", before == null ? now : before.required("creationTime").asText());
    policy.put("lastModifiedTime", now);
    policy.put("etag", newEtag());
    policies.putOfRows(table, id, policy);
    return policy;
  }

  private @Nullable ObjectNode delete(Request request) {
    TableMetadata table = table(request);
    ObjectNode unused = load(request, table);
    policies.putOfRows(table, request.variable("policy"), null);
    return null;
  }
}
