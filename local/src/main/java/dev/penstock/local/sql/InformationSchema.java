package dev.penstock.local.sql;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.rows.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The INFORMATION_SCHEMA views of a dataset or of all datasets of a region. Thread-safe. */
final class InformationSchema {
  private static final String NAME = "INFORMATION_SCHEMA";
  private static final String REGION = "region-";

  private final Catalog catalog;
  private final List<InformationView> views;

  InformationSchema(Catalog catalog, RowStore rows, JobHistory jobs) {
    this.catalog = catalog;
    List<InformationView> all = new ArrayList<>(TableViews.views(catalog, rows));
    all.addAll(ConstraintViews.views(catalog));
    all.add(FieldPathsView.view(catalog));
    all.addAll(StorageViews.views(catalog, new PartitionSizes(rows)));
    all.addAll(SchemataViews.views());
    all.addAll(JobsView.views(jobs));
    this.views = List.copyOf(all);
  }

  /** Whether a path leads into INFORMATION_SCHEMA, or to the older view beside it. */
  static boolean names(List<String> parts) {
    return parts.size() >= 2
        && (parts.get(parts.size() - 2).equalsIgnoreCase(NAME) || isOfTables(parts));
  }

  private static boolean isOfTables(List<String> parts) {
    return parts.get(parts.size() - 1).equals(StorageViews.TABLES);
  }

  /** The view of a path as a table. */
  Source source(SqlRequest request, List<String> path, List<String> parts) {
    String name = parts.get(parts.size() - 1).toUpperCase(Locale.ROOT);
    InformationView view =
        views.stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow(() -> ServiceException.notSupported("SQL view " + NAME + "." + name));
    int qualifier = parts.size() - (isOfTables(parts) ? 1 : 2);
    InformationView.Scope scope = scope(request, parts.subList(0, qualifier), view);
    return new Source(
        path, String.join(".", parts), name, null, view.fields(), () -> view.relation(scope));
  }

  private InformationView.Scope scope(
      SqlRequest request, List<String> qualifier, InformationView view) {
    int last = qualifier.size() - 1;
    String project = last >= 1 ? qualifier.get(0) : request.project();
    boolean ofDataset = last >= 0 && !qualifier.get(last).startsWith(REGION);
    if (!ofDataset || (view.ofProject() && last == 0)) {
      String owner = ofDataset ? qualifier.get(0) : project;
      return new InformationView.Scope(owner, catalog.listDatasets(owner));
    }
    String dataset = qualifier.get(last);
    if (view.ofProject()) {
      throw ServiceException.invalidQuery(
          "INFORMATION_SCHEMA." + view.name() + " cannot be qualified with a dataset.");
    }
    DatasetMetadata metadata =
        catalog
            .findDataset(project, dataset)
            .orElseThrow(
                () ->
                    ServiceException.notFound(
                        "Not found: Dataset "
                            + project
                            + ":"
                            + dataset
                            + " was not found in location "
                            + request.location()));
    return new InformationView.Scope(project, List.of(metadata));
  }
}
