package dev.penstock.local.sql;

import com.google.zetasql.FileDescriptorSetsBuilder;
import com.google.zetasql.ResolvedCastProto;
import com.google.zetasql.StructType;
import com.google.zetasql.Type;
import com.google.zetasql.Value;
import com.google.zetasql.ZetaSQLTypeParameters.TypeParametersProto;
import com.google.zetasql.resolvedast.ResolvedFunctionCallBaseEnums.ErrorMode;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCast;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnRef;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedComputedColumn;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedConstant;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpr;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpressionColumn;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedFunctionCall;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedFunctionCallBase;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedGetJsonField;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedGetStructField;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedLiteral;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedMakeStruct;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedParameter;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedSubqueryExpr;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedSystemVariable;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedWithExpr;
import com.google.zetasql.resolvedast.ResolvedSubqueryExprEnums.SubqueryType;
import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Translates expressions. One owner thread. */
final class ExpressionTranslator {
  private final Translation translation;
  private final Casts casts;
  private final SpecialFunctions special;
  private final Equality equality;
  private final NodeDispatch<String> dispatch;

  ExpressionTranslator(Translation translation) {
    this.translation = translation;
    this.casts = new Casts(translation);
    this.special = new SpecialFunctions(translation);
    this.equality = new Equality(translation);
    this.dispatch =
        new NodeDispatch<String>("SQL expression")
            .on(ResolvedColumnRef.class, ref -> ScanTranslator.name(ref.getColumn()))
            .on(
                ResolvedExpressionColumn.class,
                column -> translation.expressionColumn(column.getName()))
            .on(ResolvedLiteral.class, literal -> Literals.sql(literal.getValue()))
            .on(ResolvedParameter.class, node -> Literals.sql(translation.parameter(node)))
            .on(ResolvedConstant.class, node -> Literals.sql(translation.variable(node)))
            .on(ResolvedCast.class, this::cast)
            .on(ResolvedFunctionCall.class, this::call)
            .on(ResolvedSubqueryExpr.class, this::subquery)
            .on(ResolvedMakeStruct.class, this::struct)
            .on(ResolvedGetStructField.class, this::field)
            .on(ResolvedGetJsonField.class, this::jsonField)
            .on(ResolvedWithExpr.class, this::let)
            .on(ResolvedSystemVariable.class, this::systemVariable);
  }

  /** A DuckDB expression. */
  String sql(ResolvedExpr expr) {
    return dispatch.apply(expr);
  }

  /** The translated arguments of a call. */
  List<Argument> arguments(ResolvedFunctionCallBase call) {
    if (call.getArgumentList().isEmpty() && !call.getGenericArgumentList().isEmpty()) {
      throw ServiceException.notSupported(
          "SQL function " + call.getFunction().getSqlName() + " with a lambda");
    }
    List<Argument> arguments = new ArrayList<>();
    for (ResolvedExpr expr : call.getArgumentList()) {
      arguments.add(new Argument(expr.getType(), sql(expr), constant(expr)));
    }
    return arguments;
  }

  Casts casts() {
    return casts;
  }

  private @Nullable String constant(ResolvedExpr expr) {
    Value value = constantValue(expr);
    if (value == null || value.isNull()) {
      return null;
    }
    if (value.getType().isEnum()) {
      return value.getEnumName();
    }
    return value.getType().isString() ? value.getStringValue() : null;
  }

  private @Nullable Value constantValue(ResolvedExpr expr) {
    if (expr instanceof ResolvedLiteral literal) {
      return literal.getValue();
    }
    if (expr instanceof ResolvedParameter parameter) {
      return translation.parameter(parameter);
    }
    return expr instanceof ResolvedConstant variable ? translation.variable(variable) : null;
  }

  private String call(ResolvedFunctionCall call) {
    String name = FunctionTable.name(call.getFunction());
    List<Argument> arguments = arguments(call);
    String form = special.expand(name, arguments, call.getType());
    String sql =
        form != null
            ? form
            : translation
                .functions()
                .expand(name, arguments, Map.of("type", DuckTypes.of(call.getType())));
    String ranged = TemporalRange.checked(name, call.getType(), sql);
    return call.getErrorMode() == ErrorMode.SAFE_ERROR_MODE ? "TRY(" + ranged + ")" : ranged;
  }

  private String cast(ResolvedCast cast) {
    if (cast.getExtendedCast() != null || cast.getFormat() != null || cast.getTimeZone() != null) {
      throw ServiceException.notSupported("SQL CAST with FORMAT or AT TIME ZONE");
    }
    if (hasTypeParameters(cast)) {
      throw ServiceException.notSupported("SQL CAST to a type with parameters");
    }
    String sql = casts.sql(cast.getExpr().getType(), cast.getType(), sql(cast.getExpr()));
    return cast.getReturnNullOnError() ? "TRY(" + sql + ")" : sql;
  }

  /** Whether the type has parameters, which the analyzer's API shows only in its wire form. */
  private static boolean hasTypeParameters(ResolvedCast cast) {
    Type type = cast.getType();
    if (!type.isString() && !type.isBytes() && !type.isNumeric() && !type.isBigNumeric()) {
      return false;
    }
    ResolvedCastProto.Builder proto = ResolvedCastProto.newBuilder();
    cast.serialize(new FileDescriptorSetsBuilder(), proto);
    TypeParametersProto parameters = proto.getTypeModifiers().getTypeParameters();
    return parameters.hasStringTypeParameters() || parameters.hasNumericTypeParameters();
  }

  private String subquery(ResolvedSubqueryExpr expr) {
    ScanTranslator scans = translation.scans();
    String scan = scans.sql(expr.getSubquery());
    if (expr.getSubqueryType() == SubqueryType.EXISTS) {
      return "EXISTS (" + scan + ")";
    }
    String column = ScanTranslator.name(expr.getSubquery().getColumnList().get(0));
    return switch (expr.getSubqueryType()) {
      case SCALAR -> "(SELECT " + column + " FROM (" + scan + "))";
      case IN -> in(expr, column, scan);
      case ARRAY -> array(expr, column);
      default -> throw ServiceException.notSupported("SQL subquery " + expr.getSubqueryType());
    };
  }

  private String in(ResolvedSubqueryExpr expr, String column, String scan) {
    ResolvedExpr value = expr.getInExpr();
    Type columnType = expr.getSubquery().getColumnList().get(0).getType();
    return equality.inQuery(
        new Argument(value.getType(), sql(value), null),
        new Argument(columnType, column, null),
        scan);
  }

  private String array(ResolvedSubqueryExpr expr, String column) {
    ScanTranslator.Tail tail = translation.scans().tail(expr.getSubquery());
    List<String> order = translation.scans().arrayOrder(expr.getSubquery());
    String keys = tail.order().isEmpty() ? String.join(", ", order) : tail.order();
    String ordered = keys.isEmpty() ? "" : " ORDER BY " + keys;
    return "(SELECT coalesce(list(" + column + ordered + "), []) FROM (" + tail.sql() + "))";
  }

  private String struct(ResolvedMakeStruct expr) {
    StructType type = expr.getType().asStruct();
    StringJoiner fields = new StringJoiner(", ", "struct_pack(", ")");
    for (int i = 0; i < type.getFieldCount(); i++) {
      fields.add(
          DuckSql.name(DuckTypes.fieldName(type, i)) + " := " + sql(expr.getFieldList().get(i)));
    }
    return fields.toString();
  }

  private String field(ResolvedGetStructField expr) {
    Type type = expr.getExpr().getType();
    String name = DuckTypes.fieldName(type.asStruct(), (int) expr.getFieldIdx());
    return "struct_extract(" + sql(expr.getExpr()) + ", " + DuckSql.text(name) + ")";
  }

  private String jsonField(ResolvedGetJsonField expr) {
    String path = "$[" + JsonPaths.quote(expr.getFieldName()) + "]";
    return "bq_json_query_json(" + sql(expr.getExpr()) + ", " + DuckSql.text(path) + ")";
  }

  private String let(ResolvedWithExpr expr) {
    StringBuilder sql = new StringBuilder("(SELECT " + sql(expr.getExpr()) + " FROM (SELECT 1)");
    for (ResolvedComputedColumn column : expr.getAssignmentList()) {
      sql.append(", LATERAL (SELECT ")
          .append(sql(column.getExpr()))
          .append(" AS ")
          .append(ScanTranslator.name(column.getColumn()))
          .append(')');
    }
    return sql.append(')').toString();
  }

  private String systemVariable(ResolvedSystemVariable expr) {
    String name = String.join(".", expr.getNamePath());
    Value known = translation.systemVariable(name);
    if (known != null) {
      return Literals.sql(known);
    }
    String value =
        switch (name) {
          case "project_id" -> translation.request().project();
          case "dataset_id" -> translation.request().defaultDataset();
          default -> throw ServiceException.notSupported("SQL system variable @@" + name);
        };
    return value == null ? "CAST(NULL AS VARCHAR)" : DuckSql.text(value);
  }
}
