package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedCreateStatementEnums.CreateMode;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateSchemaStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedOption;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.ServiceException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs CREATE SCHEMA. Thread-safe. */
final class Schemas {
  private final Catalog catalog;
  private final Queries queries;

  Schemas(Catalog catalog, Queries queries) {
    this.catalog = catalog;
    this.queries = queries;
  }

  /** The full name of a dataset. */
  record Name(String project, String dataset) {}

  static Name name(SqlRequest request, List<String> path) {
    List<String> parts = List.of(String.join(".", path).split("\\.", -1));
    if (parts.size() > 2) {
      throw ServiceException.invalidQuery("Invalid dataset name: " + String.join(".", parts));
    }
    return parts.size() == 2
        ? new Name(parts.get(0), parts.get(1))
        : new Name(request.project(), parts.get(0));
  }

  SqlResult create(Statement statement) {
    ResolvedCreateSchemaStmt node = (ResolvedCreateSchemaStmt) statement.node();
    if (node.getCreateMode() == CreateMode.CREATE_OR_REPLACE || node.getCollationName() != null) {
      throw ServiceException.notSupported("SQL CREATE SCHEMA with OR REPLACE or COLLATE");
    }
    Name name = name(statement.request(), node.getNamePath());
    boolean skipped =
        node.getCreateMode() == CreateMode.CREATE_IF_NOT_EXISTS
            && catalog.findDataset(name.project(), name.dataset()).isPresent();
    SqlResult result = SqlResult.ddl("CREATE_SCHEMA", null, skipped ? "SKIP" : "CREATE");
    if (!skipped && !statement.request().dryRun()) {
      DatasetMetadata unused =
          catalog.createDataset(
              draft(statement, name, node.getOptionList()),
              connection -> statement.effect().run(connection, result));
    }
    return result;
  }

  private DatasetMetadata draft(Statement statement, Name name, List<ResolvedOption> options) {
    Constants constants = new Constants(queries, statement.translation());
    String location = statement.request().location();
    String description = null;
    String friendlyName = null;
    for (ResolvedOption option : options) {
      String value = text(constants.value(option.getValue()), option.getName());
      switch (option.getName().toLowerCase(Locale.ROOT)) {
        case "location" -> location = value == null ? location : value;
        case "description" -> description = value;
        case "friendly_name" -> friendlyName = value;
        default -> throw ServiceException.notSupported("SQL schema option " + option.getName());
      }
    }
    return new DatasetMetadata(
        name.project(),
        name.dataset(),
        "",
        location,
        0,
        0,
        Map.of(),
        description,
        friendlyName,
        null,
        DatasetMetadata.NO_SETTINGS);
  }

  private static @Nullable String text(@Nullable Object value, String option) {
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw ServiceException.notSupported("SQL schema option " + option);
  }
}
