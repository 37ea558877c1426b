package dev.penstock.local.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.service.Price;
import dev.penstock.local.service.PriceLedger;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the service would bill for what was done here. Thread-safe. */
final class CostCalls {
  private final PriceLedger ledger;

  CostCalls(PriceLedger ledger) {
    this.ledger = ledger;
  }

  List<AdminRoute> routes() {
    return List.of(
        new AdminRoute(
            "GET", "cost", "bytes by path and what the service bills for them", request -> list()),
        new AdminRoute("POST", "cost", "{\"reset\": true} counts from now on", this::reset));
  }

  private ObjectNode reset(AdminRequest request) {
    if (request.only("reset").flag("reset")) {
      ledger.reset();
    }
    return list();
  }

  private ObjectNode list() {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("since", ledger.since().toString()).put("currency", "USD");
    out.put("freeTiers", "not subtracted");
    ArrayNode paths = out.putArray("paths");
    BigDecimal total = BigDecimal.ZERO;
    for (PriceLedger.Line line : ledger.lines()) {
      Price price = line.price();
      BigDecimal amount = price.amount(line.bytes());
      total = amount == null ? total : total.add(amount);
      ObjectNode item = paths.addObject();
      item.put("path", price.path().title()).put("calls", line.calls());
      item.put("bytes", line.bytes()).put("unit", price.unit());
      item.put("price", text(price.usd())).put("amount", text(amount)).put("note", price.note());
      item.put("facts", price.facts()).put("source", price.source()).put("date", price.date());
    }
    out.put("total", text(total.stripTrailingZeros()));
    return out;
  }

  /** As text, so that no digit is lost on the way; null where no price is stated. */
  private static @Nullable String text(@Nullable BigDecimal number) {
    return number == null ? null : number.toPlainString();
  }
}
