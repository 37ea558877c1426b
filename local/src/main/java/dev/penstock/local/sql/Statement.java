package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedStatement;
import java.time.Instant;

/**
 * An analyzed statement on its way through the engine. Immutable.
 *
 * @param request what was asked
 * @param node the analyzed statement
 * @param translation what its translation knows
 * @param googleSql the analyzer, for expressions that lie in the catalog
 * @param effect what else belongs into the transaction of its effect
 */
record Statement(
    SqlRequest request,
    ResolvedStatement node,
    Translation translation,
    GoogleSql googleSql,
    SqlEffect effect) {
  /** When the statement runs. */
  Instant now() {
    return translation.now();
  }
}
