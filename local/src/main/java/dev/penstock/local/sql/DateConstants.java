package dev.penstock.local.sql;

import com.google.zetasql.Type;
import com.google.zetasql.Value;
import com.google.zetasql.ZetaSQLType.TypeKind;
import com.google.zetasql.parser.ASTNode;
import com.google.zetasql.parser.ASTNodes.ASTCastExpression;
import com.google.zetasql.parser.ASTNodes.ASTDateOrTimeLiteral;
import com.google.zetasql.parser.ASTNodes.ASTSimpleType;
import com.google.zetasql.parser.ParseTreeVisitor;
import com.google.zetasql.resolvedast.ResolvedNode;
import com.google.zetasql.resolvedast.ResolvedNodes;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnDefaultValue;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedLiteral;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.TreeMap;

/**
 * Constant DATEs where a DATETIME is meant. The analyzer makes a DATETIME constant of such a DATE,
 * and its value is 1970-01-01 whatever the date; it leaves a call alone. One owner thread.
 */
final class DateConstants {
  private static final LocalDateTime FOLDED = LocalDateTime.of(1970, 1, 1, 0, 0);
  private static final String CALL = "DATE(";

  private DateConstants() {}

  /** Whether an analyzed statement or expression has a DATETIME that may be such a constant. */
  static boolean mayBeFolded(ResolvedNode node) {
    Suspects suspects = new Suspects();
    node.accept(suspects);
    return suspects.found;
  }

  /** The statement with each constant DATE as the argument of a call of DATE. */
  static String asCalls(String sql, ASTNode statement) {
    Dates dates = new Dates();
    statement.accept(dates);
    byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
    StringBuilder out = new StringBuilder();
    int from = 0;
    for (Map.Entry<Integer, String> insertion : dates.insertions.entrySet()) {
      out.append(new String(bytes, from, insertion.getKey() - from, StandardCharsets.UTF_8));
      out.append(insertion.getValue());
      from = insertion.getKey();
    }
    return out.append(new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8))
        .toString();
  }

  private static final class Suspects extends ResolvedNodes.Visitor {
    private boolean found;

    @Override
    public void visit(ResolvedLiteral literal) {
      found |= isSuspect(literal.getValue());
    }

    /** Only the text of a default value is used. */
    @Override
    public void visit(ResolvedColumnDefaultValue value) {}

    private static boolean isSuspect(Value value) {
      Type type = value.getType();
      if (value.isNull()) {
        return false;
      }
      if (type.isArray()) {
        return value.getElementList().stream().anyMatch(Suspects::isSuspect);
      }
      if (type.isStruct()) {
        return value.getFieldList().stream().anyMatch(Suspects::isSuspect);
      }
      return type.isDatetime() && value.getLocalDateTimeValue().equals(FOLDED);
    }
  }

  /** Where to put what into the text, by byte. */
  private static final class Dates extends ParseTreeVisitor {
    private final Map<Integer, String> insertions = new TreeMap<>();

    @Override
    public void visit(ASTDateOrTimeLiteral literal) {
      if (literal.getTypeKind() == TypeKind.TYPE_DATE) {
        enclose(literal);
      }
    }

    @Override
    public void visit(ASTCastExpression cast) {
      if (cast.getType() instanceof ASTSimpleType type
          && type.getTypeName().getNames().size() == 1
          && type.getTypeName().getNames().get(0).getIdString().equalsIgnoreCase("DATE")) {
        enclose(cast);
      }
      super.visit(cast);
    }

    private void enclose(ASTNode node) {
      insertions.merge(node.getParseLocationRange().start(), CALL, String::concat);
      insertions.merge(node.getParseLocationRange().end(), ")", String::concat);
    }
  }
}
