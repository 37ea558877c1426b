package dev.penstock.local.sql;

import com.google.zetasql.LanguageOptions;
import com.google.zetasql.SimpleCatalog;
import com.google.zetasql.SimpleTable;
import com.google.zetasql.ZetaSQLBuiltinFunctionOptions;
import dev.penstock.local.catalog.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Catalogs for the analyzer, one for each set of tables that was asked about lately. A registered
 * catalog lies in native memory, so the oldest are taken back; the built-in functions are read
 * once. One statement is analyzed at a time. Thread-safe.
 */
final class AnalyzerCatalogs implements AutoCloseable {
  private static final int MAX_CATALOGS = 16;

  private final SimpleCatalog functions = new SimpleCatalog("functions");
  private final Map<List<List<String>>, SimpleCatalog> catalogs =
      new LinkedHashMap<>(MAX_CATALOGS, 0.75f, true);

  AnalyzerCatalogs(LanguageOptions language) {
    functions.addZetaSQLFunctionsAndTypes(new ZetaSQLBuiltinFunctionOptions(language));
  }

  /** Works with a catalog of exactly the given tables. */
  synchronized <T> T with(List<Source> sources, Function<SimpleCatalog, T> work) {
    return with(sources, List.of(), work);
  }

  /** Works with a catalog of exactly the given tables and script variables. */
  synchronized <T> T with(
      List<Source> sources, List<SqlParameter> variables, Function<SimpleCatalog, T> work) {
    List<List<String>> key = new ArrayList<>();
    for (Source source : sources) {
      key.add(List.of(source.path().toString(), source.key(), source.version()));
    }
    for (SqlParameter variable : variables) {
      key.add(List.of(ScriptVariables.name(variable), variable.type().toString()));
    }
    SimpleCatalog catalog = catalogs.get(key);
    if (catalog == null) {
      TableCatalog created = create(sources);
      variables.forEach(created::add);
      catalog = created;
      catalog.register();
      catalogs.put(key, catalog);
      evict();
    }
    return work.apply(catalog);
  }

  private void evict() {
    Iterator<SimpleCatalog> oldest = catalogs.values().iterator();
    while (catalogs.size() > MAX_CATALOGS) {
      oldest.next().unregister();
      oldest.remove();
    }
  }

  private TableCatalog create(List<Source> sources) {
    TableCatalog root = new TableCatalog(functions);
    Map<List<String>, SimpleCatalog> byPath = new HashMap<>();
    byPath.put(List.of(), root);
    for (Source source : sources) {
      List<String> parts =
          source.path().stream().map(part -> part.toLowerCase(Locale.ROOT)).toList();
      SimpleCatalog parent = root;
      for (int depth = 1; depth < parts.size(); depth++) {
        SimpleCatalog above = parent;
        String name = source.path().get(depth - 1);
        parent =
            byPath.computeIfAbsent(
                parts.subList(0, depth), path -> above.addNewSimpleCatalog(name));
      }
      String name = source.path().get(source.path().size() - 1);
      parent.addSimpleTable(name, table(name, source));
    }
    return root;
  }

  private static SimpleTable table(String name, Source source) {
    SimpleTable table = new SimpleTable(name);
    table.setFullName(source.key());
    for (Field field : source.fields()) {
      boolean pseudo = source.pseudoColumns().containsKey(field.name());
      table.addSimpleColumn(field.name(), FieldTypes.toType(field), pseudo, !pseudo);
    }
    return table;
  }

  @Override
  public synchronized void close() {
    catalogs.values().forEach(SimpleCatalog::unregister);
    catalogs.clear();
  }
}
