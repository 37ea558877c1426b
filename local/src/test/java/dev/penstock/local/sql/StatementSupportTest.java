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
    Set<String> all = kinds(ResolvedNodes.class, ResolvedStatement.class);
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
    Set<String> all = kinds(ASTNodes.class, ASTScriptStatement.class);
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
        .map(found -> NodeDispatch.statementName(found.group(1)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> kinds(Class<?> nodes, Class<?> kind) {
    return Arrays.stream(nodes.getClasses())
        .filter(kind::isAssignableFrom)
        .filter(type -> !Modifier.isAbstract(type.getModifiers()))
        .map(type -> NodeDispatch.statementName(type.getSimpleName()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> without(Set<String> all, Set<String> others) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(others);
    return rest;
  }
}
