package dev.penstock.local.script;

import com.google.zetasql.parser.ASTNodes.ASTAssignmentFromStruct;
import com.google.zetasql.parser.ASTNodes.ASTIdentifier;
import com.google.zetasql.parser.ASTNodes.ASTSingleAssignment;
import com.google.zetasql.parser.ASTNodes.ASTSystemVariableAssignment;
import com.google.zetasql.parser.ASTNodes.ASTVariableDeclaration;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.sql.SqlParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** DECLARE and SET. One owner thread. */
final class Assignments {
  private final ScriptContext context;
  private final Evaluator evaluator;

  Assignments(ScriptContext context, Evaluator evaluator) {
    this.context = context;
    this.evaluator = evaluator;
  }

  /** All variables of one DECLARE get the same type and value. */
  Flow declare(ASTVariableDeclaration node) {
    SqlParameter value = initial(node);
    for (ASTIdentifier name : node.getVariableList().getIdentifierList()) {
      context.frame().declare(new SqlParameter(name.getIdString(), value.type(), value.value()));
    }
    return Flow.NEXT;
  }

  private SqlParameter initial(ASTVariableDeclaration node) {
    if (node.getType() == null) {
      return evaluator.value(node.getDefaultValue());
    }
    Field type = evaluator.type(node.getType());
    Object value =
        node.getDefaultValue() == null ? null : evaluator.coerced(node.getDefaultValue(), type);
    return new SqlParameter("", type, value);
  }

  Flow set(ASTSingleAssignment node) {
    String name = node.getVariable().getIdString();
    Field type = context.frame().load(name).type();
    context.frame().assign(name, evaluator.coerced(node.getExpression(), type));
    return Flow.NEXT;
  }

  Flow setSeveral(ASTAssignmentFromStruct node) {
    List<String> names =
        node.getVariables().getIdentifierList().stream().map(ASTIdentifier::getIdString).toList();
    List<Field> types = new ArrayList<>();
    for (String name : names) {
      types.add(SqlParameter.named(name, context.frame().load(name).type()));
    }
    Field struct =
        new Field(
            "",
            FieldType.STRUCT,
            Mode.NULLABLE,
            types,
            null,
            null,
            null,
            null,
            null,
            List.of(),
            false);
    Object value = evaluator.coerced(node.getStructExpression(), struct);
    if (!(value instanceof List<?> values) || values.size() != names.size()) {
      throw ServiceException.invalidQuery(
          "Cannot assign NULL to the variables "
              + names.stream().collect(Collectors.joining(", ", "(", ")")));
    }
    for (int i = 0; i < names.size(); i++) {
      context.frame().assign(names.get(i), values.get(i));
    }
    return Flow.NEXT;
  }

  Flow setSystem(ASTSystemVariableAssignment node) {
    String name =
        node.getSystemVariable().getPath().getNames().stream()
            .map(ASTIdentifier::getIdString)
            .collect(Collectors.joining("."));
    @Nullable Object value = evaluator.value(node.getExpression()).value();
    context.system().set(name, value);
    return Flow.NEXT;
  }
}
