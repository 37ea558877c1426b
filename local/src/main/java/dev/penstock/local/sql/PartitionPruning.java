package dev.penstock.local.sql;

import com.google.zetasql.Type;
import com.google.zetasql.TypeFactory;
import com.google.zetasql.ZetaSQLType.TypeKind;
import com.google.zetasql.resolvedast.ResolvedColumn;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpr;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedFunctionCall;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.IntegerRange;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which partitions of a table may hold rows that meet some conditions. Only comparisons of the
 * partition column with constants leave partitions out. Immutable.
 */
final class PartitionPruning {
  private static final Set<String> EXACT = Set.of("$equal", "$in", "$between", "$like");

  private final Translation translation;
  private final long column;
  private final String stored;
  private final String unit;
  private final @Nullable IntegerRange range;

  /** A partition of one value, such as that of a day in a DATE column. */
  private final boolean isSingle;

  private PartitionPruning(
      Translation translation,
      long column,
      String stored,
      String unit,
      @Nullable IntegerRange range,
      boolean isSingle) {
    this.translation = translation;
    this.column = column;
    this.stored = stored;
    this.unit = unit;
    this.range = range;
    this.isSingle = isSingle;
  }

  /** A DuckDB condition for the rows of the partitions that are read. */
  static String condition(Translation translation, TableMetadata table, TableReads.Read read) {
    Partitioning by = table.partitioning();
    if (by == null) {
      return "TRUE";
    }
    Source source = translation.source(read.scan().getTable().getFullName());
    for (int i = 0; i < read.scan().getColumnList().size(); i++) {
      Field field = source.fields().get(read.scan().getColumnIndexList().get(i).intValue());
      String pseudo = source.pseudoColumns().get(field.name());
      if (pseudo != null || field.name().equalsIgnoreCase(by.field())) {
        long id = read.scan().getColumnList().get(i).getId();
        boolean single =
            pseudo != null || (field.type() == FieldType.DATE && by.type().equals("DAY"));
        String stored = pseudo == null ? DuckSql.name(field.name()) : pseudo;
        return new PartitionPruning(translation, id, stored, by.type(), by.range(), single)
            .all(read.conditions());
      }
    }
    return "TRUE";
  }

  /**
   * The same of a table that has one value in a column.
   *
   * @param stored the value in DuckDB
   */
  static String condition(Translation translation, TableReads.Read read, int index, String stored) {
    for (int i = 0; i < read.scan().getColumnList().size(); i++) {
      if (read.scan().getColumnIndexList().get(i) == index) {
        long id = read.scan().getColumnList().get(i).getId();
        return new PartitionPruning(translation, id, stored, "", null, true).all(read.conditions());
      }
    }
    return "TRUE";
  }

  private String all(List<ResolvedExpr> conditions) {
    List<String> parts = new ArrayList<>(List.of("TRUE"));
    conditions.forEach(condition -> condition(condition).ifPresent(parts::add));
    return String.join(" AND ", parts);
  }

  private Optional<String> condition(ResolvedExpr expression) {
    if (!(expression instanceof ResolvedFunctionCall call) || call.getArgumentList().isEmpty()) {
      return Optional.empty();
    }
    List<ResolvedExpr> arguments = call.getArgumentList();
    String function = call.getFunction().getName();
    switch (function) {
      case "$and" -> {
        return Optional.of("(" + all(arguments) + ")");
      }
      case "$or" -> {
        List<String> parts =
            arguments.stream().flatMap(argument -> condition(argument).stream()).toList();
        return parts.size() == arguments.size()
            ? Optional.of("(" + String.join(" OR ", parts) + ")")
            : Optional.empty();
      }
      case "$not" -> {
        return isSingle && isNegatable(arguments.get(0))
            ? condition(arguments.get(0)).map(part -> "NOT " + part)
            : Optional.empty();
      }
      default -> {
        return comparison(function, arguments);
      }
    }
  }

  /** Whether the condition of an expression is no wider than it where a partition has one value. */
  private static boolean isNegatable(ResolvedExpr expression) {
    return expression instanceof ResolvedFunctionCall call
        && EXACT.contains(call.getFunction().getName());
  }

  private Optional<String> comparison(String called, List<ResolvedExpr> operands) {
    String function = called;
    List<ResolvedExpr> arguments = operands;
    if (arguments.size() == 2 && isColumn(arguments.get(1))) {
      arguments = List.of(arguments.get(1), arguments.get(0));
      function = mirrored(function);
    }
    if (!isColumn(arguments.get(0))) {
      return Optional.empty();
    }
    List<ResolvedExpr> others = arguments.subList(1, arguments.size());
    return others.stream().allMatch(TableReads::isConstant)
        ? compare(function, others.stream().map(translation.expressions()::sql).toList())
        : Optional.empty();
  }

  private boolean isColumn(ResolvedExpr expression) {
    ResolvedColumn referred = TableReads.column(expression);
    return referred != null && referred.getId() == column;
  }

  private static String mirrored(String function) {
    return switch (function) {
      case "$less" -> "$greater";
      case "$less_or_equal" -> "$greater_or_equal";
      case "$greater" -> "$less";
      case "$greater_or_equal" -> "$less_or_equal";
      default -> function;
    };
  }

  private Optional<String> compare(String function, List<String> values) {
    return switch (function) {
      case "$equal" -> Optional.of(equal(values.get(0)));
      case "$not_equal" ->
          isSingle ? Optional.of("(" + stored + " <> " + values.get(0) + ")") : Optional.empty();
      case "$like" -> isSingle ? Optional.of(like(values.get(0))) : Optional.empty();
      case "$in" ->
          Optional.of(
              values.stream().map(this::equal).collect(Collectors.joining(" OR ", "(", ")")));
      case "$less" -> Optional.of(orOutside(first(stored) + " < " + values.get(0)));
      case "$less_or_equal" -> Optional.of(orOutside(first(stored) + " <= " + values.get(0)));
      case "$greater" -> Optional.of(orOutside(greater(values.get(0))));
      case "$greater_or_equal" -> Optional.of(orOutside(notLess(values.get(0))));
      case "$between" ->
          Optional.of(
              orOutside(notLess(values.get(0)) + " AND " + first(stored) + " <= " + values.get(1)));
      case "$is_null" -> Optional.of(stored + " IS NULL");
      default -> Optional.empty();
    };
  }

  private String equal(String value) {
    return orOutside(first(stored) + " = " + first(value));
  }

  /** Of the suffix of a table's name: no partition column is a STRING. */
  private String like(String pattern) {
    Type string = TypeFactory.createSimpleType(TypeKind.TYPE_STRING);
    return translation
        .functions()
        .expand(
            "$like",
            List.of(new Argument(string, stored, null), new Argument(string, pattern, null)),
            Map.of());
  }

  private String greater(String value) {
    return isSingle ? stored + " > " + value : beyond() + " > " + value;
  }

  private String notLess(String value) {
    return isSingle ? stored + " >= " + value : beyond() + " > " + value;
  }

  /** The first value of the partition that a value is in. */
  private String first(String value) {
    if (range != null) {
      return "(" + value + " - (" + value + " - " + range.start() + ") % " + range.interval() + ")";
    }
    return isSingle ? value : "date_trunc('" + unit + "', " + value + ")";
  }

  /** The first value behind the partition. */
  private String beyond() {
    return range == null
        ? first(stored) + " + INTERVAL 1 " + unit
        : first(stored) + " + " + range.interval();
  }

  /** Values outside of the range lie in one partition, which is always read. */
  private String orOutside(String condition) {
    return range == null
        ? "(" + condition + ")"
        : "(("
            + condition
            + ") OR "
            + stored
            + " < "
            + range.start()
            + " OR "
            + stored
            + " >= "
            + range.end()
            + ")";
  }
}
