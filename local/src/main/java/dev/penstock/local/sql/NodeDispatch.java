package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNode;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedStatement;
import dev.penstock.local.catalog.ServiceException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Handlers of resolved nodes by their class. A node without a handler is refused, so nothing that
 * is not translated ever runs as something else. Immutable once built.
 *
 * @param <R> what a handler makes of a node
 */
final class NodeDispatch<R> {
  private final String feature;
  private final Map<Class<?>, Function<ResolvedNode, R>> handlers = new HashMap<>();

  /** A dispatch; the feature names its nodes in a refusal, for example {@code SQL statement}. */
  NodeDispatch(String feature) {
    this.feature = feature;
  }

  <N extends ResolvedNode> NodeDispatch<R> on(Class<N> type, Function<? super N, R> handler) {
    handlers.put(type, node -> handler.apply(type.cast(node)));
    return this;
  }

  R apply(ResolvedNode node) {
    Function<ResolvedNode, R> handler = handlers.get(node.getClass());
    if (handler == null) {
      throw ServiceException.notSupported(feature + " " + name(node));
    }
    return handler.apply(node);
  }

  private static String name(ResolvedNode node) {
    return node instanceof ResolvedStatement
        ? statementName(node.getClass().getSimpleName())
        : node.nodeKindString();
  }

  /** As SQL has it: the class ResolvedCreateTableAsSelectStmt is CREATE TABLE AS SELECT. */
  static String statementName(String type) {
    String words =
        type.replaceAll("^(?:Resolved|AST)|(?:Stmt|Statement)$", "")
            .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
            .toUpperCase(Locale.ROOT);
    return words.equals("AUX LOAD DATA") ? "LOAD DATA" : words;
  }
}
