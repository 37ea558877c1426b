package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.ServiceException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The datasets of the API (RT-063 to RT-065). Thread-safe. */
final class DatasetResource {
  private static final String ALL = "projects/{project}/datasets";
  private static final String ONE = ALL + "/{dataset}";
  private static final Set<String> LEFT_OUT =
      Set.of(
          "defaultPartitionExpirationMs",
          "externalDatasetReference",
          "linkedDatasetSource",
          "defaultCollation");

  private final Catalog catalog;

  DatasetResource(Catalog catalog) {
    this.catalog = catalog;
  }

  List<Route> routes() {
    return List.of(
        new Route("datasets.insert", "POST", ALL, this::insert),
        new Route("datasets.list", "GET", ALL, this::list),
        new Route("datasets.get", "GET", ONE, this::get),
        new Route("datasets.patch", "PATCH", ONE, request -> change(request, false)),
        new Route("datasets.update", "PUT", ONE, request -> change(request, true)),
        new Route("datasets.delete", "DELETE", ONE, this::delete));
  }

  private ObjectNode insert(Request request) {
    ObjectNode body = request.body();
    String id = Json.required(body.path("datasetReference"), "datasetId");
    String location = Json.text(body, "location");
    DatasetMetadata empty =
        new DatasetMetadata(
            request.project(),
            id,
            "",
            location == null || location.isEmpty() ? "US" : location,
            0,
            0,
            Map.of(),
            null,
            null,
            null,
            DatasetMetadata.NO_SETTINGS);
    return write(catalog.createDataset(read(body, empty)));
  }

  private ObjectNode list(Request request) {
    LabelFilter filter = LabelFilter.of(request.query().getOrDefault("filter", ""));
    List<DatasetMetadata> found =
        catalog.listDatasets(request.project()).stream()
            .filter(dataset -> filter.matches(dataset.labels()))
            .toList();
    Page<DatasetMetadata> page = Page.of(found, request, 1000);
    ObjectNode out = Json.object().put("kind", "bigquery#datasetList");
    Json.putText(out, "nextPageToken", page.nextToken());
    ArrayNode array = out.putArray("datasets");
    for (DatasetMetadata dataset : page.items()) {
      ObjectNode item = write(dataset);
      item.retain("kind", "id", "datasetReference", "labels", "friendlyName", "location", "type");
      array.add(item);
    }
    return out;
  }

  private ObjectNode get(Request request) {
    return write(load(request));
  }

  private DatasetMetadata load(Request request) {
    return catalog
        .findDataset(request.project(), request.dataset())
        .orElseThrow(
            () ->
                ServiceException.notFound(
                    "Not found: Dataset " + request.project() + ":" + request.dataset()));
  }

  private ObjectNode change(Request request, boolean replace) {
    return write(
        catalog.updateDataset(
            request.project(),
            request.dataset(),
            before -> {
              request.checkEtag(before.etag());
              return read(request.body(), replace ? emptied(before) : before);
            }));
  }

  private static DatasetMetadata emptied(DatasetMetadata dataset) {
    return new DatasetMetadata(
        dataset.project(),
        dataset.dataset(),
        dataset.etag(),
        dataset.location(),
        dataset.creationMillis(),
        dataset.modifiedMillis(),
        Map.of(),
        null,
        null,
        null,
        DatasetMetadata.NO_SETTINGS);
  }

  private @Nullable ObjectNode delete(Request request) {
    request.checkEtag(load(request).etag());
    boolean contents = Boolean.parseBoolean(request.query().getOrDefault("deleteContents", ""));
    catalog.deleteDataset(request.project(), request.dataset(), contents);
    return null;
  }

  private static DatasetMetadata read(ObjectNode body, DatasetMetadata before) {
    Json.refuse(body, LEFT_OUT, "dataset");
    if (body.path("isCaseInsensitive").asBoolean()) {
      throw ServiceException.notSupported("isCaseInsensitive of a dataset");
    }
    return new DatasetMetadata(
        before.project(),
        before.dataset(),
        before.etag(),
        Json.has(body, "location") ? body.get("location").asText() : before.location(),
        before.creationMillis(),
        before.modifiedMillis(),
        Json.labels(body, before.labels()),
        body.has("description") ? Json.text(body, "description") : before.description(),
        body.has("friendlyName") ? Json.text(body, "friendlyName") : before.friendlyName(),
        body.has("defaultTableExpirationMs")
            ? Json.number(body, "defaultTableExpirationMs")
            : before.defaultTableExpirationMs(),
        DatasetSettings.read(body, before.settings()));
  }

  private static ObjectNode write(DatasetMetadata dataset) {
    ObjectNode out = Json.object();
    out.put("kind", "bigquery#dataset");
    out.put("etag", dataset.etag());
    out.put("id", dataset.project() + ":" + dataset.dataset());
    out.putObject("datasetReference")
        .put("projectId", dataset.project())
        .put("datasetId", dataset.dataset());
    out.put("location", dataset.location());
    out.put("type", "DEFAULT");
    Json.putText(out, "friendlyName", dataset.friendlyName());
    Json.putText(out, "description", dataset.description());
    Json.putLabels(out, dataset.labels());
    Json.putNumber(out, "defaultTableExpirationMs", dataset.defaultTableExpirationMs());
    DatasetSettings.write(out, dataset.settings());
    Json.putNumber(out, "creationTime", dataset.creationMillis());
    Json.putNumber(out, "lastModifiedTime", dataset.modifiedMillis());
    return out;
  }
}
