package dev.penstock.local.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.objects.Attributes;
import dev.penstock.local.objects.Draft;
import dev.penstock.local.objects.ObjectStore;
import dev.penstock.local.objects.Preconditions;
import dev.penstock.local.objects.StoredObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Objects made of other objects: compose, rewrite and copy. Thread-safe. */
final class CopyResource {
  private static final String SOURCE = "b/{bucket}/o/{object}";
  private static final int MAX_SOURCES = 32;
  private static final long MIB = 1 << 20;

  private final ObjectStore store;

  CopyResource(ObjectStore store) {
    this.store = store;
  }

  List<StorageRoute> routes() {
    String target = "/b/{targetBucket}/o/{target}";
    return List.of(
        new StorageRoute("objects.compose", "POST", SOURCE + "/compose", this::compose),
        new StorageRoute("objects.copy", "POST", SOURCE + "/copyTo" + target, this::copy),
        new StorageRoute("objects.rewrite", "POST", SOURCE + "/rewriteTo" + target, this::rewrite));
  }

  private StorageReply compose(StorageCall call) throws IOException {
    String bucket = call.variable("bucket");
    Draft draft =
        new Draft(
            bucket,
            call.variable("object"),
            ObjectJson.change(Attributes.NONE, call.body().path("destination")),
            call.preconditions());
    store.check(draft);
    List<StoredObject> sources = new ArrayList<>();
    for (JsonNode each : call.body().path("sourceObjects")) {
      sources.add(source(bucket, each));
    }
    if (sources.isEmpty() || sources.size() > MAX_SOURCES) {
      throw ServiceException.invalid(
          "The number of source components provided ("
              + sources.size()
              + ") must be between 1 and "
              + MAX_SOURCES
              + ".");
    }
    StoredObject made = store.compose(sources, draft);
    return new StorageReply.Json(ObjectJson.write(made, call.base()));
  }

  private StoredObject source(String bucket, JsonNode each) {
    String name = StorageCall.text(each, "name");
    if (name == null) {
      throw new ServiceException(400, "required", "Required: sourceObjects[].name");
    }
    String generation = StorageCall.text(each, "generation");
    StoredObject source = store.load(bucket, name, StorageCall.number("generation", generation));
    JsonNode wanted = each.path("objectPreconditions");
    new Preconditions(
            StorageCall.number("ifGenerationMatch", StorageCall.text(wanted, "ifGenerationMatch")),
            null,
            null,
            null)
        .check(source);
    return source;
  }

  private StoredObject source(StorageCall call) {
    StoredObject source =
        store.load(
            call.variable("bucket"), call.variable("object"), call.number("sourceGeneration"));
    call.sourcePreconditions().check(source);
    return source;
  }

  /** A body takes the place of all attributes; without one they are copied. */
  private static Draft target(StorageCall call, StoredObject source) {
    Attributes attributes =
        call.body().isEmpty()
            ? source.attributes()
            : ObjectJson.change(Attributes.NONE, call.body());
    return new Draft(
        call.variable("targetBucket"), call.variable("target"), attributes, call.preconditions());
  }

  private StorageReply copy(StorageCall call) throws IOException {
    StoredObject source = source(call);
    StoredObject made = store.copy(source, target(call, source));
    return new StorageReply.Json(ObjectJson.write(made, call.base()));
  }

  private StorageReply rewrite(StorageCall call) throws IOException {
    StoredObject source = source(call);
    long rewritten = rewritten(call, source);
    ObjectNode out = JsonNodeFactory.instance.objectNode().put("kind", "storage#rewriteResponse");
    out.put("totalBytesRewritten", Long.toString(rewritten));
    out.put("objectSize", Long.toString(source.size()));
    if (rewritten < source.size()) {
      store.check(target(call, source));
      return new StorageReply.Json(
          out.put("done", false).put("rewriteToken", source.generation() + "-" + rewritten));
    }
    StoredObject made = store.copy(source, target(call, source));
    out.put("done", true).set("resource", ObjectJson.write(made, call.base()));
    return new StorageReply.Json(out);
  }

  /** How many bytes are done with this call; the token says how many were before. */
  private static long rewritten(StorageCall call, StoredObject source) {
    Long atOnce = call.number("maxBytesRewrittenPerCall");
    if (atOnce != null && (atOnce < MIB || atOnce % MIB != 0)) {
      throw ServiceException.invalid(
          "maxBytesRewrittenPerCall must be a multiple of 1048576, not " + atOnce);
    }
    String token = call.text("rewriteToken");
    long before = 0;
    if (!token.isEmpty()) {
      String prefix = source.generation() + "-";
      Long said =
          token.startsWith(prefix)
              ? StorageCall.number("rewriteToken", token.substring(prefix.length()))
              : null;
      if (said == null || said < 0) {
        throw ServiceException.invalid("Invalid value for rewriteToken: " + token);
      }
      before = said;
    }
    return atOnce == null ? source.size() : Math.min(source.size(), before + atOnce);
  }
}
