package dev.penstock.local.storage;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.objects.Attributes;
import dev.penstock.local.objects.ListRequest;
import dev.penstock.local.objects.ObjectPage;
import dev.penstock.local.objects.ObjectStore;
import dev.penstock.local.objects.StoredObject;
import java.io.IOException;
import java.util.List;

/** The objects of the API, one at a time and listed. Thread-safe. */
final class ObjectResource {
  private static final String ALL = "b/{bucket}/o";
  private static final String ONE = ALL + "/{object}";
  private static final int MAX_PAGE = 1000;

  private final ObjectStore store;

  ObjectResource(ObjectStore store) {
    this.store = store;
  }

  List<StorageRoute> routes() {
    return List.of(
        new StorageRoute("objects.list", "GET", ALL, this::list),
        new StorageRoute("objects.get", "GET", ONE, this::get),
        new StorageRoute("objects.patch", "PATCH", ONE, call -> change(call, true)),
        new StorageRoute("objects.update", "PUT", ONE, call -> change(call, false)),
        new StorageRoute("objects.delete", "DELETE", ONE, this::delete));
  }

  private StoredObject load(StorageCall call) {
    return store.load(call.variable("bucket"), call.variable("object"), call.number("generation"));
  }

  private StorageReply list(StorageCall call) {
    call.refuse("softDeleted", "matchGlob", "includeFoldersAsPrefixes", "filter");
    Long max = call.number("maxResults");
    ObjectPage page =
        store.list(
            call.variable("bucket"),
            new ListRequest(
                call.text("prefix"),
                call.text("delimiter"),
                call.text("startOffset"),
                call.text("endOffset"),
                call.flag("includeTrailingDelimiter"),
                max == null ? MAX_PAGE : (int) Math.max(1, Math.min(MAX_PAGE, max)),
                call.text("pageToken")));
    ObjectNode out = JsonNodeFactory.instance.objectNode().put("kind", "storage#objects");
    if (!page.items().isEmpty()) {
      ArrayNode items = out.putArray("items");
      page.items().forEach(object -> items.add(ObjectJson.write(object, call.base())));
    }
    if (!page.prefixes().isEmpty()) {
      ArrayNode prefixes = out.putArray("prefixes");
      page.prefixes().forEach(prefixes::add);
    }
    if (page.nextToken() != null) {
      out.put("nextPageToken", page.nextToken());
    }
    return new StorageReply.Json(out);
  }

  private StorageReply get(StorageCall call) {
    StoredObject object = load(call);
    if (call.preconditions().checkRead(object.generation(), object.metageneration())) {
      return StorageReply.UNCHANGED;
    }
    return call.text("alt").equals("media")
        ? new StorageReply.Media(object)
        : new StorageReply.Json(ObjectJson.write(object, call.base()));
  }

  private StorageReply change(StorageCall call, boolean patch) {
    StoredObject changed =
        store.change(
            load(call),
            call.preconditions(),
            before -> ObjectJson.change(patch ? before : Attributes.NONE, call.body()));
    return new StorageReply.Json(ObjectJson.write(changed, call.base()));
  }

  private StorageReply delete(StorageCall call) throws IOException {
    store.delete(load(call), call.preconditions());
    return StorageReply.DELETED;
  }
}
