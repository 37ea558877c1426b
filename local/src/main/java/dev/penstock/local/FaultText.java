package dev.penstock.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.local.catalog.JsonFault;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fault scripts as JSON: the one form of files, HTTP and tests. A member that means nothing is
 * refused, because a rule that does not do what it seems to say makes tests pass.
 */
final class FaultText {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Map<String, Function<Members, Fault>> FAULTS = faults();

  private FaultText() {}

  private static Map<String, Function<Members, Fault>> faults() {
    Map<String, Function<Members, Fault>> faults = new TreeMap<>();
    faults.put(
        "fail", of -> new Fault.Fail(of.code(), of.text("message"), of.duration("retryAfter")));
    faults.put(
        "endCall",
        of -> new Fault.EndCall(of.code(), of.text("message"), of.duration("retryAfter")));
    faults.put("deny", of -> new Fault.Deny(of.required("permission"), of.text("resource")));
    faults.put("delay", of -> new Fault.Delay(of.requiredDuration("delay")));
    faults.put("advanceClock", of -> new Fault.AdvanceClock(of.requiredDuration("by")));
    faults.put("cutBeforeCommit", of -> new Fault.CutBeforeCommit());
    faults.put("cutAfterCommit", of -> new Fault.CutAfterCommit());
    faults.put("hang", of -> new Fault.Hang());
    faults.put("hangAfterCommit", of -> new Fault.HangAfterCommit());
    faults.put("finalizeStream", of -> new Fault.FinalizeStream());
    faults.put("dropStream", of -> new Fault.DropStream());
    faults.put("deleteSource", of -> new Fault.DeleteSource());
    faults.put("expireResult", of -> new Fault.ExpireResult());
    faults.put("resetStream", of -> new Fault.ResetStream());
    return faults;
  }

  /**
   * The rules of a script.
   *
   * @throws IllegalArgumentException naming the rule, what is wrong with it and what is right
   */
  static List<FaultRule> read(String json) {
    try {
      return read(JSON.readTree(json));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The fault script is no JSON: " + JsonFault.of(e), e);
    }
  }

  private static List<FaultRule> read(JsonNode script) {
    Members top = new Members(script);
    String unused = top.text("description");
    JsonNode rules = top.take("rules");
    if (rules == null || !rules.isArray() || rules.isEmpty()) {
      throw new IllegalArgumentException(
          "rules: missing (expected: {\"rules\": [{\"method\": …, \"fault\": …}]})");
    }
    top.refuseOthers();
    List<FaultRule> read = new ArrayList<>();
    for (JsonNode rule : rules) {
      try {
        read.add(rule(new Members(rule)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("rules[" + read.size() + "]: " + e.getMessage(), e);
      }
    }
    return read;
  }

  private static FaultRule rule(Members of) {
    String method = of.required("method");
    String table = of.find("table");
    int from = of.number("from", 1);
    Duration lasting = of.duration("lasting");
    int to = of.number("to", lasting.isZero() ? from : Integer.MAX_VALUE);
    String name = of.required("fault");
    Function<Members, Fault> fault = FAULTS.get(name);
    if (fault == null) {
      throw Members.refused("fault", name, "one of " + String.join(", ", FAULTS.keySet()));
    }
    FaultRule rule =
        new FaultRule(
            method,
            table,
            from,
            to,
            of.duration("after"),
            lasting.isZero() ? null : lasting,
            fault.apply(of));
    of.refuseOthers();
    return rule;
  }

  /** The rules of a script with how often they were met. */
  static ObjectNode write(List<FaultScript.RuleState> states) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    ArrayNode rules = out.putArray("rules");
    for (FaultScript.RuleState state : states) {
      FaultRule rule = state.rule();
      ObjectNode item = rules.addObject().put("method", rule.method());
      if (rule.table() != null) {
        item.put("table", rule.table());
      }
      item.put("from", rule.from()).put("to", rule.to());
      if (!rule.after().isZero()) {
        item.put("after", rule.after().toString());
      }
      if (rule.lasting() != null) {
        item.put("lasting", rule.lasting().toString());
      }
      writeFault(item, rule.fault());
      item.put("calls", state.calls()).put("met", state.met());
    }
    return out;
  }

  private static void writeFault(ObjectNode item, Fault fault) {
    String name = fault.getClass().getSimpleName();
    item.put("fault", Character.toLowerCase(name.charAt(0)) + name.substring(1));
    if (fault instanceof Fault.Fail fail) {
      writeFailure(item, fail.code(), fail.message(), fail.retryAfter());
    } else if (fault instanceof Fault.EndCall end) {
      writeFailure(item, end.code(), end.message(), end.retryAfter());
    } else if (fault instanceof Fault.Deny deny) {
      item.put("permission", deny.permission()).put("resource", deny.resource());
    } else if (fault instanceof Fault.Delay delay) {
      item.put("delay", delay.delay().toString());
    } else if (fault instanceof Fault.AdvanceClock advance) {
      item.put("by", advance.by().toString());
    }
  }

  private static void writeFailure(ObjectNode item, String code, String message, Duration retry) {
    item.put("code", code).put("message", message);
    if (!retry.isZero()) {
      item.put("retryAfter", retry.toString());
    }
  }

  /** The members of an object, each taken once. */
  private static final class Members {
    private final ObjectNode left;

    /** The members that have a meaning, in the order in which they were asked for. */
    private final Set<String> known = new LinkedHashSet<>();

    Members(JsonNode node) {
      if (!(node instanceof ObjectNode object)) {
        throw new IllegalArgumentException("no JSON object (expected: {…})");
      }
      this.left = object.deepCopy();
    }

    @Nullable JsonNode take(String name) {
      known.add(name);
      return left.remove(name);
    }

    String required(String name) {
      String text = text(name);
      if (text.isEmpty()) {
        throw refused(name, "missing", "a text");
      }
      return text;
    }

    /** A text, or the number alone of an HTTP code. */
    String code() {
      JsonNode code = left.get("code");
      if (code != null && code.isIntegralNumber()) {
        left.put("code", code.asText());
      }
      return required("code");
    }

    String text(String name) {
      String text = find(name);
      return text == null ? "" : text;
    }

    @Nullable String find(String name) {
      JsonNode value = take(name);
      if (value == null) {
        return null;
      }
      if (!value.isTextual()) {
        throw refused(name, value, "a text");
      }
      return value.asText();
    }

    int number(String name, int missing) {
      JsonNode value = take(name);
      if (value == null) {
        return missing;
      }
      if (!value.canConvertToInt() || !value.isIntegralNumber()) {
        throw refused(name, value, "a whole number");
      }
      return value.asInt();
    }

    Duration duration(String name) {
      known.add(name);
      return left.has(name) ? requiredDuration(name) : Duration.ZERO;
    }

    Duration requiredDuration(String name) {
      String text = required(name);
      try {
        return Duration.parse(text);
      } catch (DateTimeParseException e) {
        IllegalArgumentException refusal = refused(name, text, "a duration such as PT0.5S or P7D");
        refusal.initCause(e);
        throw refusal;
      }
    }

    void refuseOthers() {
      if (left.fieldNames().hasNext()) {
        throw refused(left.fieldNames().next(), "unknown", "one of " + String.join(", ", known));
      }
    }

    static IllegalArgumentException refused(String name, Object value, String expected) {
      return new IllegalArgumentException(name + ": " + value + " (expected: " + expected + ")");
    }
  }
}
