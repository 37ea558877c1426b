package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableDefinition;
import dev.penstock.local.catalog.TableDefinition.Kind;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What views, snapshots and clones are made of, as REST writes it. */
final class ViewJson {
  private static final String ENABLE_REFRESH = "enable_refresh";
  private static final String REFRESH_MINUTES = "refresh_interval_minutes";
  private static final double MILLIS_PER_MINUTE = 60_000;
  private static final String DEFAULT_REFRESH_MS = "1800000";

  private static final Set<String> VIEW_LEFT_OUT =
      Set.of("userDefinedFunctionResources", "privacyPolicy", "foreignDefinitions");

  private ViewJson() {}

  /** The definition that a body asks for; the one from before if it says nothing of it. */
  static @Nullable TableDefinition read(ObjectNode body, @Nullable TableDefinition before) {
    if (Json.has(body, "view")) {
      JsonNode view = body.get("view");
      Json.refuse(view, VIEW_LEFT_OUT, "view");
      Dialect.requireGoogleSql(view);
      return view(Kind.VIEW, view, before);
    }
    if (Json.has(body, "materializedView")) {
      return view(Kind.MATERIALIZED_VIEW, body.get("materializedView"), before);
    }
    if (before == null
        && (Json.has(body, "snapshotDefinition") || Json.has(body, "cloneDefinition"))) {
      throw ServiceException.invalid("Snapshots and clones are made by copy jobs or DDL.");
    }
    return before;
  }

  private static TableDefinition view(Kind kind, JsonNode view, @Nullable TableDefinition before) {
    String query = Json.text(view, "query");
    if (before != null
        && before.kind() == kind
        && (query == null || query.equals(before.query()))) {
      return before;
    }
    if (query == null) {
      throw new ServiceException(400, "required", "Required parameter is missing: query");
    }
    return TableDefinition.view(kind, query, false);
  }

  /** The options of a materialized view, put over those that it has. */
  static Map<String, String> options(ObjectNode body, Map<String, String> before) {
    JsonNode view = body.path("materializedView");
    Map<String, String> options = new HashMap<>(before);
    if (Json.has(view, "enableRefresh")) {
      options.put(ENABLE_REFRESH, Boolean.toString(view.get("enableRefresh").asBoolean()));
    }
    Long interval = Json.number(view, "refreshIntervalMs");
    if (interval != null) {
      options.put(REFRESH_MINUTES, Double.toString(interval / MILLIS_PER_MINUTE));
    }
    if (view.path("allowNonIncrementalDefinition").asBoolean()) {
      options.put("allow_non_incremental_definition", "true");
    }
    return options;
  }

  static void write(ObjectNode out, TableMetadata table) {
    TableDefinition definition = table.definition();
    if (definition == null) {
      return;
    }
    switch (definition.kind()) {
      case VIEW ->
          out.putObject("view").put("query", definition.query()).put("useLegacySql", false);
      case MATERIALIZED_VIEW -> writeMaterialized(out.putObject("materializedView"), table);
      case SNAPSHOT -> writeBase(out.putObject("snapshotDefinition"), definition, "snapshotTime");
      case CLONE -> writeBase(out.putObject("cloneDefinition"), definition, "cloneTime");
    }
  }

  private static void writeMaterialized(ObjectNode out, TableMetadata table) {
    Map<String, String> options = table.options();
    String minutes = options.get(REFRESH_MINUTES);
    TableDefinition definition = table.definition();
    out.put("query", definition == null ? "" : definition.query());
    out.put("enableRefresh", !"false".equals(options.get(ENABLE_REFRESH)));
    out.put(
        "refreshIntervalMs",
        minutes == null
            ? DEFAULT_REFRESH_MS
            : Long.toString(Math.round(Double.parseDouble(minutes) * MILLIS_PER_MINUTE)));
    if (options.containsKey("allow_non_incremental_definition")) {
      out.put("allowNonIncrementalDefinition", true);
    }
  }

  private static void writeBase(ObjectNode out, TableDefinition definition, String time) {
    TableId base = definition.base();
    if (base != null) {
      out.set("baseTableReference", Json.reference(base));
    }
    out.put(time, Instant.ofEpochMilli(definition.baseMillis()).toString());
  }
}
