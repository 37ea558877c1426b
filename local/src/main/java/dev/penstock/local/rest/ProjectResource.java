package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.Catalog;
import java.util.List;

/** The projects of the API: those that have datasets. Thread-safe. */
final class ProjectResource {
  private final Catalog catalog;

  ProjectResource(Catalog catalog) {
    this.catalog = catalog;
  }

  List<Route> routes() {
    return List.of(
        new Route("projects.list", "GET", "projects", this::list),
        new Route(
            "projects.getServiceAccount",
            "GET",
            "projects/{project}/serviceAccount",
            this::account));
  }

  private ObjectNode list(Request request) {
    List<String> projects = catalog.listProjects();
    Page<String> page = Page.of(projects, request, 1000);
    ObjectNode out = Json.object().put("kind", "bigquery#projectList");
    Json.putText(out, "nextPageToken", page.nextToken());
    ArrayNode array = out.putArray("projects");
    for (String project : page.items()) {
      ObjectNode item = array.addObject();
      item.put("kind", "bigquery#project").put("id", project).put("friendlyName", project);
      item.putObject("projectReference").put("projectId", project);
    }
    out.put("totalItems", projects.size());
    return out;
  }

  private ObjectNode account(Request request) {
    return Json.object()
        .put("kind", "bigquery#getServiceAccountResponse")
        .put("email", "bq-" + request.project() + "@bigquery-encryption.iam.gserviceaccount.com");
  }
}
