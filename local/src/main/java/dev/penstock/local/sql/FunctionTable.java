package dev.penstock.local.sql;

import com.google.zetasql.Function;
import com.google.zetasql.Type;
import com.google.zetasql.ZetaSQLOptions.ProductMode;
import dev.penstock.local.catalog.ServiceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What each GoogleSQL function is in DuckDB, read from {@code functions.txt}. Immutable. */
final class FunctionTable {
  private static final String RESOURCE = "functions.txt";
  private static final Pattern LINE = Pattern.compile("([$\\w.<>]+)(?:\\((.*?)\\))? = (.*)");

  private final Map<String, List<FunctionTemplate>> templates;

  private FunctionTable(Map<String, List<FunctionTemplate>> templates) {
    this.templates = templates;
  }

  static FunctionTable load() {
    Map<String, List<FunctionTemplate>> templates = new HashMap<>();
    try (InputStream in =
            Objects.requireNonNull(FunctionTable.class.getResourceAsStream(RESOURCE), RESOURCE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          add(templates, line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new FunctionTable(templates);
  }

  private static void add(Map<String, List<FunctionTemplate>> templates, String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw new IllegalStateException(RESOURCE + ": " + line + " (expected: name(types) = sql)");
    }
    String types = matcher.group(2);
    List<String> argumentTypes =
        types == null ? List.of("ANY") : types.isEmpty() ? List.of() : List.of(types.split(", "));
    templates
        .computeIfAbsent(matcher.group(1), name -> new ArrayList<>())
        .add(new FunctionTemplate(argumentTypes, matcher.group(3)));
  }

  /** The name of a function in the table, for example {@code net.host}. */
  static String name(Function function) {
    return String.join(".", function.getNamePath()).toLowerCase(Locale.ROOT);
  }

  /** The names in the table: functions, operators, casts and notes. */
  Set<String> names() {
    return templates.keySet();
  }

  /** What the table says of a name, a line each. */
  List<FunctionTemplate> lines(String name) {
    return templates.getOrDefault(name, List.of());
  }

  /**
   * The DuckDB expression of a call.
   *
   * @throws ServiceException 501 for a call that is not translated
   */
  String expand(String name, List<Argument> arguments, Map<String, String> words) {
    for (FunctionTemplate template : templates.getOrDefault(name, List.of())) {
      if (template.accepts(arguments)) {
        if (template.refused()) {
          break;
        }
        return template.expand(arguments, words);
      }
    }
    throw ServiceException.notSupported("SQL function " + spell(name, arguments));
  }

  private static String spell(String name, List<Argument> arguments) {
    return name.toUpperCase(Locale.ROOT)
        + arguments.stream().map(FunctionTable::spell).collect(Collectors.joining(", ", "(", ")"));
  }

  private static String spell(Argument argument) {
    return argument.type().isEnum() ? String.valueOf(argument.constant()) : spell(argument.type());
  }

  /** The name of a type; the analyzer's API cannot spell STRUCTs without field names. */
  static String spell(Type type) {
    if (type.isArray()) {
      return "ARRAY<" + spell(type.asArray().getElementType()) + ">";
    }
    return type.isStruct() ? "STRUCT" : type.typeName(ProductMode.PRODUCT_EXTERNAL);
  }
}
