package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.IntegerRange;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import dev.penstock.local.rows.TableSize;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tables as REST writes them. */
final class TableJson {
  private static final Set<String> LEFT_OUT =
      Set.of(
          "externalDataConfiguration",
          "biglakeConfiguration",
          "tableReplicationInfo",
          "defaultCollation",
          "defaultRoundingMode",
          "resourceTags");

  private TableJson() {}

  /** A table with the keys of a body put over it; the other keys stay (RT-019). */
  static TableMetadata read(ObjectNode body, TableMetadata before) {
    Json.refuse(body, LEFT_OUT, "table");
    List<Field> fields =
        body.has("schema") ? FieldJson.readSchema(body.get("schema")) : before.fields();
    TableMetadata read = read(body, before, fields);
    return body.has("encryptionConfiguration")
        ? read.withKey(key(body.get("encryptionConfiguration")))
        : read;
  }

  /** The key of an {@code encryptionConfiguration}; null for none. */
  static @Nullable String key(JsonNode encryption) {
    return Json.text(encryption, "kmsKeyName");
  }

  private static TableMetadata read(ObjectNode body, TableMetadata before, List<Field> fields) {
    return new TableMetadata(
        before.id(),
        before.physicalName(),
        before.etag(),
        before.creationMillis(),
        before.modifiedMillis(),
        fields,
        primaryKey(body, before.primaryKey()),
        body.has("clustering")
            ? Json.texts(body.get("clustering").path("fields"))
            : before.clustering(),
        partitioning(body, before.partitioning()),
        Json.labels(body, before.labels()),
        ViewJson.options(body, before.options()),
        body.has("description") ? Json.text(body, "description") : before.description(),
        body.has("friendlyName") ? Json.text(body, "friendlyName") : before.friendlyName(),
        body.has("expirationTime")
            ? Json.number(body, "expirationTime")
            : before.expirationMillis(),
        before.changed(),
        ViewJson.read(body, before.definition()));
  }

  /** What tables.update starts from: all that it may clear is cleared. */
  static TableMetadata emptied(TableMetadata table) {
    return new TableMetadata(
        table.id(),
        table.physicalName(),
        table.etag(),
        table.creationMillis(),
        table.modifiedMillis(),
        table.fields(),
        List.of(),
        List.of(),
        table.partitioning(),
        Map.of(),
        table.options(),
        null,
        null,
        null,
        table.changed(),
        table.definition());
  }

  private static List<String> primaryKey(ObjectNode body, List<String> before) {
    if (!body.has("tableConstraints")) {
      return before;
    }
    JsonNode constraints = body.get("tableConstraints");
    Json.refuse(constraints, Set.of("foreignKeys"), "table");
    if (!constraints.isNull() && !constraints.has("primaryKey")) {
      return before;
    }
    return Json.texts(constraints.path("primaryKey").path("columns"));
  }

  static @Nullable Partitioning partitioning(ObjectNode body, @Nullable Partitioning before) {
    boolean filter =
        Json.has(body, "requirePartitionFilter")
            ? body.get("requirePartitionFilter").asBoolean()
            : before != null && before.requireFilter();
    if (Json.has(body, "timePartitioning")) {
      JsonNode time = body.get("timePartitioning");
      return new Partitioning(
          Json.required(time, "type").toUpperCase(Locale.ROOT),
          Json.text(time, "field"),
          Json.number(time, "expirationMs"),
          filter || time.path("requirePartitionFilter").asBoolean(),
          null);
    }
    if (Json.has(body, "rangePartitioning")) {
      JsonNode by = body.get("rangePartitioning");
      JsonNode range = by.path("range");
      return new Partitioning("RANGE", Json.required(by, "field"), null, filter, range(range));
    }
    return before == null
        ? null
        : new Partitioning(
            before.type(), before.field(), before.expirationMs(), filter, before.range());
  }

  private static IntegerRange range(JsonNode range) {
    Long start = Json.number(range, "start");
    Long end = Json.number(range, "end");
    Long interval = Json.number(range, "interval");
    if (start == null || end == null || interval == null || interval <= 0 || start >= end) {
      throw ServiceException.invalid(
          "rangePartitioning.range needs start < end and interval > 0, and has " + range);
    }
    return new IntegerRange(start, end, interval);
  }

  static ObjectNode write(TableMetadata table, String location, @Nullable TableSize size) {
    TableId id = table.id();
    ObjectNode out = Json.object();
    out.put("kind", "bigquery#table");
    out.put("etag", table.etag());
    out.put("id", id.legacy());
    out.set("tableReference", Json.reference(id));
    out.put("type", table.type());
    out.put("location", location);
    Json.putText(out, "friendlyName", table.friendlyName());
    Json.putText(out, "description", table.description());
    Json.putLabels(out, table.labels());
    if (!table.fields().isEmpty()) {
      out.set("schema", FieldJson.schema(table.fields()));
    }
    if (!table.primaryKey().isEmpty()) {
      ObjectNode key = out.putObject("tableConstraints").putObject("primaryKey");
      Json.putTexts(key, "columns", table.primaryKey());
    }
    if (!table.clustering().isEmpty()) {
      Json.putTexts(out.putObject("clustering"), "fields", table.clustering());
    }
    writePartitioning(out, table.partitioning());
    String key = table.options().get(TableMetadata.KMS_KEY_NAME);
    if (key != null) {
      out.putObject("encryptionConfiguration").put("kmsKeyName", key);
    }
    Json.putNumber(out, "creationTime", table.creationMillis());
    Json.putNumber(out, "lastModifiedTime", table.modifiedMillis());
    Json.putNumber(out, "expirationTime", table.expirationMillis());
    ViewJson.write(out, table);
    if (size != null) {
      writeSize(out, size);
    }
    return out;
  }

  private static void writePartitioning(ObjectNode out, @Nullable Partitioning partitioning) {
    if (partitioning == null) {
      return;
    }
    IntegerRange range = partitioning.range();
    if (range != null) {
      ObjectNode by = out.putObject("rangePartitioning");
      Json.putText(by, "field", partitioning.field());
      by.putObject("range")
          .put("start", Long.toString(range.start()))
          .put("end", Long.toString(range.end()))
          .put("interval", Long.toString(range.interval()));
    } else {
      ObjectNode by = out.putObject("timePartitioning");
      by.put("type", partitioning.type());
      Json.putText(by, "field", partitioning.field());
      Json.putNumber(by, "expirationMs", partitioning.expirationMs());
    }
    if (partitioning.requireFilter()) {
      out.put("requirePartitionFilter", true);
    }
  }

  /**
   * RT-021, RT-022: numRows and numBytes leave out the streaming buffer, which shows itself while
   * it is not empty.
   */
  private static void writeSize(ObjectNode out, TableSize size) {
    TableSize.Streaming streaming = size.streaming();
    out.put("numRows", Long.toString(Math.max(0, size.rows() - streaming.rows())));
    for (String bytes : List.of("numBytes", "numTotalLogicalBytes", "numActiveLogicalBytes")) {
      out.put(bytes, Long.toString(size.bytes()));
    }
    out.put("numLongTermBytes", "0").put("numLongTermLogicalBytes", "0");
    out.put("numTimeTravelPhysicalBytes", "0");
    if (streaming.rows() > 0) {
      out.putObject("streamingBuffer")
          .put("estimatedRows", Long.toString(streaming.rows()))
          .put("estimatedBytes", Long.toString(streaming.bytes()))
          .put("oldestEntryTime", Long.toString(streaming.oldestMillis()));
    }
  }
}
