package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.http.HttpRequests;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a dataset keeps without an effect here (RT-063). */
final class DatasetSettings {
  private static final List<String> KEYS =
      List.of(
          "access",
          "defaultEncryptionConfiguration",
          "defaultRoundingMode",
          "maxTimeTravelHours",
          "storageBillingModel",
          "resourceTags");

  /** What a dataset has that was not given less (RT-063). */
  private static final int MAX_TIME_TRAVEL_HOURS = 168;

  private DatasetSettings() {}

  /** The settings with those of a body put over them; null removes one. */
  static String read(ObjectNode body, String before) {
    ObjectNode settings = parse(before);
    for (String key : KEYS) {
      if (body.has(key)) {
        settings.set(key, body.get(key));
      }
      if (!Json.has(settings, key)) {
        settings.remove(key);
      }
    }
    check(settings);
    return settings.toString();
  }

  private static void check(JsonNode settings) {
    Long hours = Json.number(settings, "maxTimeTravelHours");
    if (hours != null && (hours < 48 || hours > MAX_TIME_TRAVEL_HOURS || hours % 24 != 0)) {
      throw ServiceException.invalid(
          "Invalid value for maxTimeTravelHours: " + hours + " (expected: 48 to 168 in days)");
    }
    if (settings.has("access") && !settings.get("access").isArray()) {
      throw ServiceException.invalid("Invalid value for access: it is not an array");
    }
  }

  static void write(ObjectNode out, String text) {
    ObjectNode settings = parse(text);
    out.put("maxTimeTravelHours", Integer.toString(MAX_TIME_TRAVEL_HOURS));
    out.setAll(settings);
    if (!settings.has("access")) {
      ArrayNode access = out.putArray("access");
      access.addObject().put("role", "WRITER").put("specialGroup", "projectWriters");
      access.addObject().put("role", "OWNER").put("specialGroup", "projectOwners");
      access.addObject().put("role", "READER").put("specialGroup", "projectReaders");
    }
  }

  private static ObjectNode parse(String text) {
    return HttpRequests.parse(text.getBytes(StandardCharsets.UTF_8));
  }
}
