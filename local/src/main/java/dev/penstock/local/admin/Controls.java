package dev.penstock.local.admin;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.service.MovableClock;
import java.time.Duration;
import java.util.List;

/** Faults, clock, ack-only mode and counters. Thread-safe. */
final class Controls {
  private final AdminApi.Services services;

  Controls(AdminApi.Services services) {
    this.services = services;
  }

  List<AdminRoute> routes() {
    return List.of(
        new AdminRoute(
            "GET", "faults", "the fault rules and how often they were met", request -> faults()),
        new AdminRoute("POST", "faults", "adds the rules of a fault script", this::addFaults),
        new AdminRoute("DELETE", "faults", "removes all fault rules", request -> clearFaults()),
        new AdminRoute("GET", "clock", "the server's time", request -> clock()),
        new AdminRoute(
            "POST", "clock", "puts the clock forward by {\"advance\": \"P7D\"}", this::advance),
        new AdminRoute(
            "GET", "ack-only", "whether appends are only acknowledged", request -> ackOnly()),
        new AdminRoute(
            "POST",
            "ack-only",
            "{\"on\": true}: connections that begin from now on store no rows",
            this::setAckOnly),
        new AdminRoute(
            "GET", "counters", "calls by method, and how many met a fault", request -> counters()));
  }

  private ObjectNode faults() {
    return services.faults().list();
  }

  private ObjectNode addFaults(AdminRequest request) {
    services.faults().add(request.body());
    return faults();
  }

  private ObjectNode clearFaults() {
    services.faults().clear();
    return faults();
  }

  private ObjectNode clock() {
    MovableClock clock = services.clock();
    return JsonNodeFactory.instance
        .objectNode()
        .put("now", clock.instant().toString())
        .put("ahead", clock.ahead().toString());
  }

  private ObjectNode advance(AdminRequest request) {
    Duration by = request.only("advance").duration("advance");
    try {
      services.clock().advance(by);
    } catch (IllegalArgumentException e) {
      String given = request.load("advance", "a duration");
      throw ServiceException.invalid(String.valueOf(e.getMessage()).replace(by.toString(), given));
    }
    return clock();
  }

  private ObjectNode ackOnly() {
    return JsonNodeFactory.instance.objectNode().put("on", services.ackOnly().isOn());
  }

  private ObjectNode setAckOnly(AdminRequest request) {
    services.ackOnly().set(request.only("on").flag("on"));
    return ackOnly();
  }

  private ObjectNode counters() {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    ObjectNode calls = out.putObject("calls");
    services.counts().calls().forEach(calls::put);
    ObjectNode faults = out.putObject("faults");
    services.counts().faults().forEach(faults::put);
    return out;
  }
}
