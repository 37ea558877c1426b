package dev.penstock.local.sql;

import com.google.zetasql.Function;
import com.google.zetasql.SimpleCatalog;
import com.google.zetasql.ZetaSQLBuiltinFunctionOptions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The functions that GoogleSQL has, and what becomes of them here. Immutable. */
final class BuiltinFunctions {
  private static final Pattern CALL = Pattern.compile("([A-Z][A-Z0-9_]*(?:\\.[A-Z0-9_]+)?)\\(");
  private static final String NOTE = "note.";

  private final FunctionTable table = FunctionTable.load();
  private final Set<String> all;
  private final Set<String> supported;

  private BuiltinFunctions(Set<String> all, Set<String> special) {
    this.all = all;
    Predicate<String> inTable =
        name -> table.lines(name).stream().anyMatch(line -> !line.refused());
    this.supported =
        all.stream()
            .filter(name -> special.contains(name) || inTable.test(name))
            .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Asks ZetaSQL, which the fixture has loaded. */
  static BuiltinFunctions load(SqlFixture sql) {
    sql.run("SELECT 1");
    SimpleCatalog catalog = new SimpleCatalog("builtins");
    catalog.addZetaSQLFunctionsAndTypes(new ZetaSQLBuiltinFunctionOptions(GoogleSql.language()));
    Set<String> all =
        catalog.getFunctionList().stream()
            .map(BuiltinFunctions::name)
            .filter(name -> !name.startsWith("$"))
            .collect(Collectors.toCollection(TreeSet::new));
    return new BuiltinFunctions(all, special());
  }

  private static Set<String> special() {
    SqlRequest request = new SqlRequest("p", "d", "US", "", List.of(), false);
    return new SpecialFunctions(
            new Translation(FunctionTable.load(), request, List.of(), SqlFixture.NOW))
        .names();
  }

  private static String name(Function function) {
    return FunctionTable.name(function);
  }

  Set<String> supported() {
    return supported;
  }

  Set<String> refused() {
    Set<String> refused = new TreeSet<>(all);
    refused.removeAll(supported);
    return refused;
  }

  FunctionTable table() {
    return table;
  }

  /** What a function does that GoogleSQL does not, by its name. */
  Stream<String> approximated() {
    return table.names().stream()
        .filter(name -> name.startsWith(NOTE))
        .map(name -> name.substring(NOTE.length()))
        .sorted();
  }

  String note(String name) {
    return table.lines(NOTE + name).get(0).expression();
  }

  /** The functions that expressions call by their names. */
  static Set<String> called(Stream<String> expressions) {
    return expressions
        .flatMap(expression -> CALL.matcher(expression).results())
        .map(result -> result.group(1).toLowerCase(java.util.Locale.ROOT))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
