package dev.penstock.local.sql;

import com.google.zetasql.Value;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnRef;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpr;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedFunctionCall;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedLiteral;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata.IntegerRange;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads PARTITION BY (SQ-039). */
final class PartitionClause {
  private static final Set<String> UNITS = Set.of("HOUR", "DAY", "MONTH", "YEAR");
  private static final Set<String> TRUNCATIONS =
      Set.of("timestamp_trunc", "datetime_trunc", "date_trunc");

  private PartitionClause() {}

  /** The partitioning of a clause; null for no clause. */
  static @Nullable Partitioning read(List<ResolvedExpr> expressions) {
    if (expressions.isEmpty()) {
      return null;
    }
    Partitioning partitioning = expressions.size() == 1 ? read(expressions.get(0)) : null;
    if (partitioning == null) {
      throw ServiceException.invalidQuery(
          "PARTITION BY expression must be DATE(<timestamp_column>), DATE(<datetime_column>),"
              + " DATETIME_TRUNC(<datetime_column>, DAY/HOUR/MONTH/YEAR), a DATE column,"
              + " TIMESTAMP_TRUNC(<timestamp_column>, DAY/HOUR/MONTH/YEAR),"
              + " DATE_TRUNC(<date_column>, MONTH/YEAR), or RANGE_BUCKET(<int64_column>,"
              + " GENERATE_ARRAY(<int64_value>, <int64_value>[, <int64_value>]))");
    }
    return partitioning;
  }

  private static @Nullable Partitioning read(ResolvedExpr expression) {
    if (expression instanceof ResolvedColumnRef column && column.getType().isDate()) {
      return byTime("DAY", column);
    }
    if (!(expression instanceof ResolvedFunctionCall call)
        || !(call.getArgumentList().get(0) instanceof ResolvedColumnRef column)) {
      return null;
    }
    String function = call.getFunction().getName();
    List<ResolvedExpr> arguments = call.getArgumentList();
    if (function.equals("date") && arguments.size() == 1) {
      return byTime("DAY", column);
    }
    if (TRUNCATIONS.contains(function) && arguments.size() == 2) {
      Value part = literal(arguments.get(1));
      return part != null && UNITS.contains(part.getEnumName())
          ? byTime(part.getEnumName(), column)
          : null;
    }
    return function.equals("range_bucket") ? byRange(column, arguments.get(1)) : null;
  }

  private static Partitioning byTime(String unit, ResolvedColumnRef column) {
    String name = column.getColumn().getName();
    boolean ingestion = name.toUpperCase(Locale.ROOT).startsWith("_PARTITION");
    return new Partitioning(unit, ingestion ? null : name, null, false);
  }

  private static @Nullable Partitioning byRange(ResolvedColumnRef column, ResolvedExpr points) {
    if (!(points instanceof ResolvedFunctionCall call)
        || !call.getFunction().getName().equals("generate_array")) {
      return null;
    }
    Long start = number(call, 0);
    Long end = number(call, 1);
    Long interval = call.getArgumentList().size() > 2 ? number(call, 2) : Long.valueOf(1);
    return start == null || end == null || interval == null
        ? null
        : new Partitioning(
            "RANGE",
            column.getColumn().getName(),
            null,
            false,
            new IntegerRange(start, end, interval));
  }

  private static @Nullable Long number(ResolvedFunctionCall call, int index) {
    Value value = literal(call.getArgumentList().get(index));
    return value == null || !value.getType().isInt64() ? null : value.getInt64Value();
  }

  private static @Nullable Value literal(ResolvedExpr expression) {
    return expression instanceof ResolvedLiteral literal ? literal.getValue() : null;
  }
}
