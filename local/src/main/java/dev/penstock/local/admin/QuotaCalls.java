package dev.penstock.local.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.service.QuotaLimit;
import dev.penstock.local.service.Quotas;
import java.util.List;

/** The service's limits and what counts against them. Thread-safe. */
final class QuotaCalls {
  private final Quotas quotas;

  QuotaCalls(Quotas quotas) {
    this.quotas = quotas;
  }

  List<AdminRoute> routes() {
    return List.of(
        new AdminRoute(
            "GET", "quotas", "the service's limits and what was used of them", request -> list()),
        new AdminRoute(
            "POST", "quotas", "{\"enforce\": true} refuses calls above them", this::enforce));
  }

  private ObjectNode enforce(AdminRequest request) {
    quotas.enforce(request.only("enforce").flag("enforce"));
    return list();
  }

  private ObjectNode list() {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("enforced", quotas.isEnforced());
    ArrayNode limits = out.putArray("limits");
    for (QuotaLimit limit : quotas.limits()) {
      ObjectNode item = limits.addObject();
      item.put("name", limit.name()).put("fact", limit.fact());
      item.put("limit", limit.limit()).put("window", limit.window().toString());
      item.put("per", limit.per().title()).put("source", limit.source()).put("date", limit.date());
      ObjectNode used = item.putObject("used");
      quotas.used(limit).forEach(used::put);
    }
    return out;
  }
}
