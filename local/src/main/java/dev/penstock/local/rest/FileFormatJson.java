package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.load.AvroFormat;
import dev.penstock.local.load.Connections;
import dev.penstock.local.load.CsvDetection;
import dev.penstock.local.load.CsvFormat;
import dev.penstock.local.load.DecimalTargets;
import dev.penstock.local.load.FileFormat;
import dev.penstock.local.load.JsonDetection;
import dev.penstock.local.load.JsonFormat;
import dev.penstock.local.load.ParquetFormat;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The file formats of load jobs as REST writes them (RT-092 to RT-103). */
final class FileFormatJson {
  /** The keys that say something of the files. */
  static final Set<String> KNOWN =
      Set.of(
          "autodetect",
          "useAvroLogicalTypes",
          "decimalTargetTypes",
          "parquetOptions",
          "fieldDelimiter",
          "skipLeadingRows",
          "quote",
          "allowQuotedNewlines",
          "allowJaggedRows",
          "nullMarker",
          "nullMarkers",
          "encoding",
          "preserveAsciiControlCharacters");

  /** LD-043. */
  private static final Set<String> ENCODINGS =
      Set.of("UTF-8", "ISO-8859-1", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE");

  private FileFormatJson() {}

  /**
   * Reads the format.
   *
   * @throws ServiceException 501 for one that is left out
   */
  static FileFormat read(JsonNode load, Connections connections) {
    String name = Json.text(load, "sourceFormat");
    boolean ignoreUnknown = load.path("ignoreUnknownValues").asBoolean();
    return switch (name == null ? "CSV" : name) {
      case "AVRO" -> new AvroFormat(load.path("useAvroLogicalTypes").asBoolean(), decimals(load));
      case "NEWLINE_DELIMITED_JSON" -> json(load, new JsonFormat(ignoreUnknown));
      case "CSV" -> csv(load, csvFormat(load, ignoreUnknown));
      case "PARQUET" -> parquet(load, connections);
      default -> throw ServiceException.notSupported("load jobs of sourceFormat " + name);
    };
  }

  /** RT-100. */
  private static ParquetFormat parquet(JsonNode load, Connections connections) {
    JsonNode options = load.path("parquetOptions");
    JobJson.refuseOthers(
        options, Set.of("enumAsString", "enableListInference"), "load job's parquetOptions");
    return new ParquetFormat(
        decimals(load),
        options.path("enumAsString").asBoolean(),
        options.path("enableListInference").asBoolean(),
        connections);
  }

  /** RT-097: a schema that the job names is the schema. */
  private static boolean isDetected(JsonNode load) {
    return load.path("autodetect").asBoolean() && load.path("schema").path("fields").isEmpty();
  }

  private static FileFormat json(JsonNode load, JsonFormat format) {
    return isDetected(load) ? new JsonDetection(format) : format;
  }

  private static FileFormat csv(JsonNode load, CsvFormat format) {
    return isDetected(load) ? new CsvDetection(format, Json.has(load, "skipLeadingRows")) : format;
  }

  private static CsvFormat csvFormat(JsonNode load, boolean ignoreUnknown) {
    Long skipRows = Json.number(load, "skipLeadingRows");
    String quote = Json.text(load, "quote");
    String encoding = text(load, "encoding", "UTF-8").toUpperCase(Locale.ROOT);
    if (!ENCODINGS.contains(encoding)) {
      throw ServiceException.invalid("Invalid value for encoding: " + encoding);
    }
    if (quote != null && quote.length() > 1) {
      throw ServiceException.invalid("Invalid value for quote: " + quote);
    }
    return new CsvFormat(
        delimiter(text(load, "fieldDelimiter", ",")),
        quote == null ? "\"" : quote,
        skipRows == null ? 0 : skipRows,
        load.path("allowQuotedNewlines").asBoolean(),
        load.path("allowJaggedRows").asBoolean(),
        nulls(load),
        Charset.forName(encoding),
        load.path("preserveAsciiControlCharacters").asBoolean(),
        ignoreUnknown);
  }

  private static String text(JsonNode load, String key, String missing) {
    String value = Json.text(load, key);
    return value == null || value.isEmpty() ? missing : value;
  }

  private static String delimiter(String text) {
    boolean tab = text.equals("\\t") || text.equalsIgnoreCase("tab");
    return tab ? "\t" : text;
  }

  /** LD-042. */
  private static Set<String> nulls(JsonNode load) {
    @Nullable String one = Json.text(load, "nullMarker");
    Set<String> several = new HashSet<>(Json.texts(load.path("nullMarkers")));
    if (one != null && !several.isEmpty()) {
      throw ServiceException.invalid("Only one of nullMarker and nullMarkers can be set.");
    }
    return one == null || one.isEmpty() ? several : Set.of(one);
  }

  private static DecimalTargets decimals(JsonNode load) {
    List<FieldType> types = new ArrayList<>();
    for (String name : Json.texts(load.path("decimalTargetTypes"))) {
      types.add(decimal(name));
    }
    return types.isEmpty() ? DecimalTargets.DEFAULT : new DecimalTargets(types);
  }

  private static FieldType decimal(String name) {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "NUMERIC" -> FieldType.NUMERIC;
      case "BIGNUMERIC" -> FieldType.BIGNUMERIC;
      case "STRING" -> FieldType.STRING;
      default -> throw ServiceException.invalid("Invalid value for decimalTargetTypes: " + name);
    };
  }
}
