package dev.penstock.local.sql;

import com.google.zetasql.parser.ASTNodes;
import com.google.zetasql.parser.ASTNodes.ASTScriptStatement;
import com.google.zetasql.resolvedast.ResolvedNodes;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedStatement;
import dev.penstock.local.SupportPage;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every statement of GoogleSQL is run or refused by name, and the page says which. */
class StatementSupportTest {
  private static final Path SOURCES = Path.of("src", "main", "java", "dev", "penstock", "local");

  @Test
  void statements() throws IOException {
    Set<String> supported = named("sql/SqlEngine.java", "\\.on\\(\\s*Resolved(\\w+)Stmt\\.class");
    Set<String> all = kinds(ResolvedNodes.class, ResolvedStatement.class, "Resolved(\\w+)Stmt");
    Set<String> interpreted = ofScripts();
    for (String statement : all) {
      if (interpreted.stream().anyMatch(name -> name.endsWith(statement))) {
        supported.add(statement);
      }
    }
    SupportPage.check("Statements", SupportPage.text(supported, without(all, supported)));
  }

  @Test
  void statementsOfScripts() throws IOException {
    Set<String> supported = ofScripts();
    Set<String> all = kinds(ASTNodes.class, ASTScriptStatement.class, "AST(\\w+)");
    SupportPage.check(
        "Statements of scripts", SupportPage.text(supported, without(all, supported)));
  }

  private static Set<String> ofScripts() throws IOException {
    return named("script/Interpreter.java", "on\\(AST(\\w+)\\.class");
  }

  private static Set<String> named(String file, String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(SOURCES.resolve(file)))
        .results()
        .map(found -> spell(found.group(1)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> kinds(Class<?> nodes, Class<?> kind, String pattern) {
    return Arrays.stream(nodes.getClasses())
        .filter(kind::isAssignableFrom)
        .filter(type -> !Modifier.isAbstract(type.getModifiers()))
        .map(type -> spell(type.getSimpleName().replaceAll(pattern, "$1")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** CreateTableAsSelect is CREATE TABLE AS SELECT. */
  private static String spell(String name) {
    return name.replaceAll("Statement$", "")
        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
        .toUpperCase(Locale.ROOT);
  }

  private static Set<String> without(Set<String> all, Set<String> others) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(others);
    return rest;
  }
}
