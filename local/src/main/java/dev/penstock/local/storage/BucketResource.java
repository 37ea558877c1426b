package dev.penstock.local.storage;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.objects.Bucket;
import dev.penstock.local.objects.ObjectStore;
import java.util.List;

/** The buckets of the API. Thread-safe. */
final class BucketResource {
  private static final String ONE = "b/{bucket}";

  private final ObjectStore store;

  BucketResource(ObjectStore store) {
    this.store = store;
  }

  List<StorageRoute> routes() {
    return List.of(
        new StorageRoute("buckets.insert", "POST", "b", this::insert),
        new StorageRoute("buckets.list", "GET", "b", this::list),
        new StorageRoute("buckets.get", "GET", ONE, this::get),
        new StorageRoute("buckets.patch", "PATCH", ONE, call -> change(call, true)),
        new StorageRoute("buckets.update", "PUT", ONE, call -> change(call, false)),
        new StorageRoute("buckets.delete", "DELETE", ONE, this::delete),
        new StorageRoute(
            "buckets.testIamPermissions", "GET", ONE + "/iam/testPermissions", this::permissions));
  }

  private static StorageReply answer(StorageCall call, Bucket bucket) {
    return new StorageReply.Json(BucketJson.write(bucket, call.base()));
  }

  private StorageReply insert(StorageCall call) {
    String name = StorageCall.text(call.body(), "name");
    if (call.text("project").isEmpty() || name == null) {
      throw new ServiceException(400, "required", "Required parameter: project, and a name");
    }
    ObjectNode settings = BucketJson.change(JsonNodeFactory.instance.objectNode(), call.body());
    return answer(call, store.create(name, call.text("project"), settings));
  }

  private StorageReply list(StorageCall call) {
    call.refuse("softDeleted");
    ObjectNode out = JsonNodeFactory.instance.objectNode().put("kind", "storage#buckets");
    ArrayNode items = out.putArray("items");
    Long max = call.number("maxResults");
    String after = call.text("pageToken");
    for (Bucket bucket : store.listBuckets(call.text("project"))) {
      String name = bucket.name();
      if (name.startsWith(call.text("prefix")) && name.compareTo(after) > 0) {
        if (max != null && items.size() >= max) {
          out.put("nextPageToken", items.get(items.size() - 1).get("name").asText());
          break;
        }
        items.add(BucketJson.write(bucket, call.base()));
      }
    }
    return new StorageReply.Json(out);
  }

  private StorageReply get(StorageCall call) {
    Bucket bucket = store.loadBucket(call.variable("bucket"));
    return call.preconditions().checkRead(0, bucket.metageneration())
        ? StorageReply.UNCHANGED
        : answer(call, bucket);
  }

  private StorageReply change(StorageCall call, boolean patch) {
    Bucket bucket =
        store.change(
            call.variable("bucket"),
            call.preconditions(),
            settings -> BucketJson.change(patch ? settings : settings.objectNode(), call.body()));
    return answer(call, bucket);
  }

  private StorageReply delete(StorageCall call) {
    store.delete(call.variable("bucket"), call.preconditions());
    return StorageReply.DELETED;
  }

  /** Nobody is refused anything here. */
  private StorageReply permissions(StorageCall call) {
    Bucket unused = store.loadBucket(call.variable("bucket"));
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("kind", "storage#testIamPermissionsResponse");
    out.putArray("permissions").add(call.text("permissions"));
    return new StorageReply.Json(out);
  }
}
